import { problemSchema } from '@cognito-srp/contract'
import { createSigningPool } from '@cognito-srp/testing/signing-pool'
import { expect } from 'vitest'

import type { LogEntry } from '../src/http/request-log.ts'
import { createTestApi } from './api-client.ts'
import { listen } from './listen.ts'

export const MAX_BODY_BYTES = 100_000

const STORED = { id: 'ana', questionsStats: { q1: { tries: 3, correct: 2 } }, marks: { device: 4 } }

type Bad = {
  method?: string
  path?: string
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

/** Starts a server with the statistics of one user, and provides a check that a bad request has not changed them. */
export async function startApiWithStats() {
  const log: LogEntry[] = []
  const pool = await createSigningPool()
  const token = await pool.accessToken('ana')
  const options = { maxBodyBytes: MAX_BODY_BYTES, writesPerMinute: 10_000, log: (entry: LogEntry) => log.push(entry) }
  const server = await listen(createTestApi(pool, options).fetch)

  async function request({ method = 'GET', path = '/stats', body, headers = {} }: Bad): Promise<Response> {
    return fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body }),
    })
  }

  const created = await request({ method: 'PUT', body: JSON.stringify(STORED) })
  const storedEtag = created.headers.get('ETag') ?? ''

  /**
   * Checks that the error response has the expected code and location, that the stored statistics are unchanged, and
   * that the server still responds.
   */
  async function expectErrorResponse(answer: Response, expected: { status: number; code: string; where: string }) {
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(problemSchema.parse(await answer.json())).toMatchObject(expected)
    expect(answer.status).toBe(expected.status)
    const stored = await request({})
    expect(stored.headers.get('ETag')).toBe(storedEtag)
    expect(await stored.json()).toEqual(STORED)
  }

  return { pool, token, server, log, storedEtag, request, expectErrorResponse, stop: () => server.stop() }
}
