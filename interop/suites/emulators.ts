import { listen } from '@cognito-srp/testing/listen'

import { startEmulator, type EmulatorOptions, type RunningEmulator } from '../../packages/cognito-emulator/src/index.ts'

/**
 * Server that starts a new emulator whenever a suite's adapter requests one. `POST /new` returns `{ "url": … }`. The parameter
 * `?nowMs=` stops the emulator's clock at that time.
 */
export type EmulatorFactory = { url: string; close: () => Promise<void> }

/**
 * Starts the factory. Tests run one after another, so each new emulator replaces the previous emulator. `options` apply
 * to each emulator.
 */
export async function openEmulatorFactory(options: Partial<EmulatorOptions> = {}): Promise<EmulatorFactory> {
  let current: RunningEmulator | undefined
  const server = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (request.method !== 'POST' || pathname !== '/new') response.writeHead(404).end()
    else
      renew(searchParams.get('nowMs')).then(
        ({ url }) => response.end(JSON.stringify({ url })),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
  })
  return {
    url: server.url,
    close: async () => {
      await current?.close()
      await server.close()
    },
  }

  async function renew(nowMs: string | null): Promise<RunningEmulator> {
    await current?.close()
    const now = nowMs === null ? Date.now : () => wholeSeconds(Number(nowMs))
    current = await startEmulator({ ...options, userPools: [], now })
    return current
  }
}

/** Rounds down to whole seconds, because tests that stop the clock expect dates without milliseconds. */
function wholeSeconds(ms: number): number {
  return ms - (ms % 1000)
}
