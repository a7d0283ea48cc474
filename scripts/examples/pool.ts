import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { createEmulator, type Emulator, type EmulatorOptions } from '../../packages/cognito-emulator/src/index.ts'

/** The pools of the examples' demonstration, and a record of what reached them. */
export type Pool = {
  url: string
  emulator: Emulator
  /** Operations so far, oldest first; with the tokens that were given out, in full. */
  exchanges: Exchange[]
  close(): Promise<void>
}

/** @property operation with the flow or the challenge where there is one: `InitiateAuth USER_SRP_AUTH` */
export type Exchange = { operation: string; status: number; tokens: Record<string, string> }

type Answer = { AuthenticationResult?: Record<string, string> }

export async function startPool(): Promise<Pool> {
  const emulator = createEmulator(readPools())
  const exchanges: Exchange[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url = '/', headers } = request
      const body = method === 'POST' ? await text(request) : null
      const asked = new Request(`http://${headers.host}${url}`, {
        method,
        headers: headers as Record<string, string>,
        body,
      })
      const answer = await emulator.fetch(asked)
      const answered = await answer.text()
      if (body !== null) {
        const operation = nameOf(String(headers['x-amz-target']), body)
        exchanges.push({ operation, status: answer.status, tokens: readTokens(answered) })
      }
      // No connection is kept: on a busy machine it may be closed at the moment of the next request.
      response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), connection: 'close' }).end(answered)
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    emulator,
    exchanges,
    async close() {
      server.closeAllConnections()
      server.close()
      await emulator.close()
    },
  }
}

/** The pools of an example: its own, or those that the examples share. */
export function readPools(example = ''): EmulatorOptions {
  const folder = join(import.meta.dirname, '../../examples')
  const own = join(folder, example, 'pool.json')
  return JSON.parse(readFileSync(existsSync(own) ? own : join(folder, 'pool.json'), 'utf8')) as EmulatorOptions
}

function nameOf(target: string, body: string): string {
  const { AuthFlow, ChallengeName } = JSON.parse(body) as { AuthFlow?: string; ChallengeName?: string }
  return [target.replace(/^.*\./, ''), AuthFlow ?? ChallengeName].filter(Boolean).join(' ')
}

function readTokens(answer: string): Record<string, string> {
  const { AuthenticationResult = {} } = JSON.parse(answer || '{}') as Answer
  return Object.fromEntries(Object.entries(AuthenticationResult).filter(([name]) => name.endsWith('Token')))
}
