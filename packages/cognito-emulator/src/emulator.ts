import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { ServerType } from '@hono/node-server'

import type { Address } from './address.ts'
import type { Clock, Faults, Outbox } from './controls.ts'
import { createHttpApp } from './http/app.ts'
import { createServer } from './http/server.ts'
import { refuseHost } from './http/guard.ts'
import { checkOptions, type EmulatorOptions } from './options.ts'
import { openServices } from './services.ts'
import { seedUsers } from './users/seed-users.ts'

const DEFAULT_HOST = '127.0.0.1'

/**
 * A running emulator, without a server: `fetch` is its one entrance.
 *
 * @example
 * function lastCode({ outbox }: Emulator): string | undefined {
 *   return outbox.at(-1)?.code
 * }
 */
export type Emulator = {
  /**
   * Answers a request to the service's endpoint; a web-standard handler that any server can mount.
   *
   * @throws {TypeError} only on order of a fault that drops the connection.
   */
  fetch(request: Request): Promise<Response>
  /** Codes "sent" so far, oldest first. */
  outbox: Outbox
  clock: Pick<Clock, 'advance'>
  faults: Pick<Faults, 'order' | 'clear'>
  /** Closes the data file. */
  close(): Promise<void>
}

/**
 * Makes an emulator of Cognito user pools. Nothing listens; signing keys are made when first needed.
 *
 * @throws {TypeError} when an option is wrong: the message says where and what was expected; or when two pools or two
 *   clients share an id.
 * @throws {Error} when the data file cannot be opened, or a configured user cannot be made.
 *
 * @example
 * const emulator = createEmulator({
 *   userPools: [
 *     { id: 'local_Pool1', clients: [{ id: 'web' }], users: [{ username: 'ana', password: 'Senha-123' }] },
 *   ],
 * })
 * const response = await emulator.fetch(
 *   new Request('http://localhost/', {
 *     method: 'POST',
 *     headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' },
 *     body: JSON.stringify({
 *       ClientId: 'web',
 *       AuthFlow: 'USER_PASSWORD_AUTH',
 *       AuthParameters: { USERNAME: 'ana', PASSWORD: 'Senha-123' },
 *     }),
 *   }),
 * )
 * console.log(await response.json())
 * await emulator.close()
 */
export function createEmulator(options: EmulatorOptions): Emulator {
  checkOptions(options)
  if (options.issuer === 'emulator' && options.publicUrl === undefined) {
    throw new TypeError('The issuer cannot be the emulator, which listens nowhere: say its publicUrl.')
  }
  return openEmulator(options).emulator
}

/** An emulator and the address that it has yet to learn. */
function openEmulator(options: EmulatorOptions): { emulator: Emulator; address: Address } {
  const services = openServices(options)
  for (const pool of options.userPools) seedUsers(services, pool)
  for (const pool of services.pools.list()) services.authSessions.forgetExpired(pool)
  const app = createHttpApp(services, options)
  const emulator: Emulator = {
    fetch: async (request) => app.fetch(request),
    outbox: services.outbox,
    clock: services.clock,
    faults: services.faults,
    close: async () => services.database.close(),
  }
  return { emulator, address: services.address }
}

/**
 * Where to listen: port 0, the default, takes any free one; host 127.0.0.1.
 *
 * @example
 * const everywhere: ServerOptions = { port: 9339, host: '0.0.0.0' }
 */
export type ServerOptions = { port?: number; host?: string }

/**
 * An emulator that listens.
 *
 * @example
 * function sdkOptions({ url }: RunningEmulator) {
 *   return { endpoint: url, region: 'local' }
 * }
 */
export type RunningEmulator = Emulator & {
  /** The endpoint to configure in any client, for example `http://127.0.0.1:49152/`. */
  url: string
  server: ServerType
}

/**
 * Starts an emulator on a port of its own. `close` ends open connections.
 *
 * @throws {TypeError} when an option is wrong: the message says where and what was expected; or when two pools or two
 *   clients share an id.
 * @throws {Error} when the data file cannot be opened, or a configured user cannot be made; the server's own error,
 *   with its `code` (`EADDRINUSE`, …), when it cannot listen.
 *
 * @example
 * const emulator = await startEmulator({ userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }] })
 * console.log(emulator.url) // for the client under test
 * emulator.clock.advance(3600) // seconds
 * emulator.faults.order({ operation: 'InitiateAuth', fault: { kind: 'throttle' } })
 * await emulator.close()
 */
export async function startEmulator(options: EmulatorOptions & ServerOptions): Promise<RunningEmulator> {
  const { port = 0, host = DEFAULT_HOST, ...emulatorOptions } = options
  checkOptions(emulatorOptions)
  const { emulator, address } = openEmulator(emulatorOptions)
  const server = createServer(async (request) => refuseHost(request, emulatorOptions) ?? emulator.fetch(request))
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    await emulator.close()
    throw error
  }
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/`
  address.listensAt = url
  return {
    ...emulator,
    url,
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
