import { check, MAX_FLAWS, userStatsSchema, type Flaw, type UserStats } from '@cognito-srp/contract'
import type { Context } from 'hono'

import type { ApiEnv } from './access-token.ts'
import type { PaceDocument } from './large-documents.ts'
import { HttpProblem } from './problem.ts'

/** A body must have arrived after this time, at which the app gives up too. */
const BODY_WITHIN_MS = 30_000

/**
 * Reads and checks the body of a `PUT /stats`.
 *
 * @throws HttpProblem 413 when it is longer than `maxBytes`, 408 when it does not arrive in time, 400 when it breaks off
 * or is not as the contract says
 */
export async function readStatsBody(
  c: Context<ApiEnv>,
  { maxBytes, pace }: { maxBytes: number; pace: PaceDocument },
): Promise<UserStats> {
  const body = await readBody(c, maxBytes)
  await pace(c.get('userId'), body.byteLength)
  return checkStatsBody(body)
}

async function readBody(c: Context, maxBytes: number): Promise<Uint8Array> {
  const contentLength = c.req.header('Content-Length')
  if (Number(contentLength ?? 0) > maxBytes) throw tooLarge(maxBytes)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(tooSlow()), BODY_WITHIN_MS)
  })
  try {
    const body = contentLength === undefined ? collect(c.req.raw.body, maxBytes) : c.req.arrayBuffer()
    return new Uint8Array(await Promise.race([body, late]))
  } catch (error) {
    throw error instanceof HttpProblem ? error : brokenOff()
  } finally {
    clearTimeout(timer)
  }
}

/** Collects a body whose length is not known before it ends. */
async function collect(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let lengthBytes = 0
  for await (const piece of body ?? []) {
    lengthBytes += piece.byteLength
    if (lengthBytes > maxBytes) throw tooLarge(maxBytes)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function checkStatsBody(body: Uint8Array): UserStats {
  const { data, flaws } = check(userStatsSchema, parseJson(decode(body)))
  if (data !== undefined) return data
  const where = `body.${flaws[0]?.path ?? ''}`.replace(/\.$/, '')
  throw new HttpProblem({ status: 400, code: 'invalid-body', detail: countOf(flaws), where, flaws })
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new HttpProblem({ status: 400, code: 'invalid-encoding', detail: 'The body is not UTF-8.', where: 'body' })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /at position \d+/.exec(String(error))?.[0] // never the excerpt that the message also holds
    const detail = `The body is not JSON${text === '' ? ': it is empty' : position ? `: see ${position}` : ''}.`
    throw new HttpProblem({ status: 400, code: 'invalid-json', detail, where: 'body' })
  }
}

function countOf({ length }: Flaw[]): string {
  if (length === 1) return 'One thing in the body is wrong.'
  return length < MAX_FLAWS
    ? `${length} things in the body are wrong.`
    : `At least ${length} things in the body are wrong: the check stopped there.`
}

function tooLarge(maxBytes: number): HttpProblem {
  const detail = `The body must not exceed ${maxBytes} bytes.`
  return new HttpProblem({ status: 413, code: 'body-too-large', detail, where: 'body' })
}

function tooSlow(): HttpProblem {
  const detail = `The body must be here after ${BODY_WITHIN_MS / 1_000} seconds.`
  return new HttpProblem({ status: 408, code: 'body-too-slow', detail, where: 'body' })
}

function brokenOff(): HttpProblem {
  return new HttpProblem({ status: 400, code: 'incomplete-body', detail: 'The body broke off.', where: 'body' })
}
