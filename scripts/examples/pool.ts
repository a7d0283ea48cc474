import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listenFetch } from '@cognito-srp/testing/listen'

import { createEmulator, type Emulator, type EmulatorOptions } from '../../packages/cognito-emulator/src/index.ts'

/** The examples' user pools, with a record of the requests. */
export type Pool = {
  url: string
  emulator: Emulator
  /** Operations so far, oldest first, with the full tokens that they returned. */
  exchanges: Exchange[]
  close(): Promise<void>
}

/** @property operation name with the flow or challenge, if any, such as `InitiateAuth USER_SRP_AUTH` */
export type Exchange = { operation: string; status: number; tokens: Record<string, string> }

type Answer = { AuthenticationResult?: Record<string, string> }

/**
 * Starts the user pools of an example.
 *
 * @param options `appUrl`: address of the example, which replaces the addresses in the settings of its app clients
 */
export async function startPool({
  example,
  appUrl,
}: { example?: string; appUrl?: string | undefined } = {}): Promise<Pool> {
  const emulator = createEmulator(readPools(example, appUrl))
  const exchanges: Exchange[] = []
  const { url, close } = await listenFetch(async (request) => {
    const isOperation = request.method === 'POST' && request.headers.has('x-amz-target')
    const body = isOperation ? await request.clone().text() : null
    const response = await emulator.fetch(request)
    if (body !== null) {
      const operation = nameOf(String(request.headers.get('x-amz-target')), body)
      exchanges.push({ operation, status: response.status, tokens: readTokens(await response.clone().text()) })
    }
    // Close every connection. On a busy machine, an idle connection could be closed just as the next request is sent.
    const headers = new Headers(response.headers)
    headers.set('connection', 'close')
    return new Response(response.body, { status: response.status, headers })
  })
  return {
    url: `${url}/`,
    emulator,
    exchanges,
    async close() {
      await close()
      await emulator.close()
    },
  }
}

/** Reads the pools of an example, which are the example's own pools or the pools that the examples share. */
export function readPools(example = '', appUrl?: string): EmulatorOptions {
  const folder = join(import.meta.dirname, '../../examples')
  const own = join(folder, example, 'pool.json')
  const text = readFileSync(existsSync(own) ? own : join(folder, 'pool.json'), 'utf8')
  return JSON.parse(text.replaceAll(/http:\/\/localhost:\d+/g, (address) => appUrl ?? address)) as EmulatorOptions
}

function nameOf(target: string, body: string): string {
  const { AuthFlow, ChallengeName } = JSON.parse(body) as { AuthFlow?: string; ChallengeName?: string }
  return [target.replace(/^.*\./, ''), AuthFlow ?? ChallengeName].filter(Boolean).join(' ')
}

function readTokens(answer: string): Record<string, string> {
  const { AuthenticationResult = {} } = JSON.parse(answer || '{}') as Answer
  return Object.fromEntries(Object.entries(AuthenticationResult).filter(([name]) => name.endsWith('Token')))
}
