import { listen } from '@cognito-srp/testing/listen'

import { startEmulator, type EmulatorOptions, type RunningEmulator } from '../../packages/cognito-emulator/src/index.ts'

/**
 * Where the adapters of a suite ask for an emulator that no test has used: `POST /new` answers `{ "url": … }`. Its clock
 * stands still at `?nowMs=`, where a test wants that.
 */
export type EmulatorDesk = { url: string; close: () => Promise<void> }

/** Opens the desk. Tests run one after another: a new emulator ends the one before. `options` are those of each. */
export async function openDesk(options: Partial<EmulatorOptions> = {}): Promise<EmulatorDesk> {
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

/** Dates on the wire have milliseconds, and tests that stop the clock count in seconds. */
function wholeSeconds(ms: number): number {
  return ms - (ms % 1000)
}
