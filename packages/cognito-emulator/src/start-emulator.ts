import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server'

import { createEmulator, type Emulator } from './emulator.ts'
import { DroppedConnectionError } from './http/call-operation.ts'
import type { EmulatorOptions } from './options.ts'

const DEFAULT_HOST = '127.0.0.1'

/** Where to listen: port 0, the default, takes any free one; host 127.0.0.1. */
export type ServerOptions = { port?: number; host?: string }

/** An emulator that listens. */
export type RunningEmulator = Emulator & {
  /** The endpoint to configure in any client, for example `http://127.0.0.1:49152/`. */
  url: string
  server: ServerType
}

/**
 * Starts an emulator on a port of its own.
 *
 * @throws as {@link createEmulator}, and the server's error when it cannot listen (`EADDRINUSE`, …).
 */
export async function startEmulator(options: EmulatorOptions & ServerOptions): Promise<RunningEmulator> {
  const { port = 0, host = DEFAULT_HOST, ...emulatorOptions } = options
  const emulator = createEmulator(emulatorOptions)
  const server = createAdaptorServer({ fetch: (request, env) => answer(emulator, request, env as HttpBindings) })
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    await emulator.close()
    throw error
  }
  return {
    ...emulator,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/`,
    server,
    async close() {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
      await emulator.close()
    },
  }
}

async function answer(emulator: Emulator, request: Request, { incoming }: HttpBindings): Promise<Response> {
  try {
    return await emulator.fetch(request)
  } catch (error) {
    if (!(error instanceof DroppedConnectionError)) throw error
    incoming.socket.destroy()
    return new Response(null, { status: 500 })
  }
}
