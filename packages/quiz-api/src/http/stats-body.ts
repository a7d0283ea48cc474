import { check, MAX_FLAWS, MAX_QUESTIONS, userStatsSchema, type Flaw, type UserStats } from '@cognito-srp/contract'
import type { Context } from 'hono'

import type { ApiEnv } from './access-token.ts'
import { LARGE_BYTES, type PaceDocument } from './large-documents.ts'
import { HttpProblem } from './problem.ts'

/** Time within which a body must arrive. The app also aborts a request after this time. */
const BODY_WITHIN_MS = 30_000

const QUOTE = '"'.charCodeAt(0)
const [COLON, BACKSLASH] = Buffer.from(':\\')
const [OPENING_BRACE, OPENING_BRACKET, CLOSING_BRACE, CLOSING_BRACKET] = Buffer.from('{[}]')

/** Nesting levels of a valid body: the statistics, the map of entries, and an entry. */
const MAX_LEVELS = 3

/**
 * Maximum number of names in a valid body, which has three names for each entry, one for each of 1,000 marks, and a few
 * at the top level.
 */
const MAX_NAMES = 3 * MAX_QUESTIONS + 1_010

/**
 * Reads and checks the body of a `PUT /stats`.
 *
 * @throws HttpProblem 413 when the body is longer than `maxBytes`, 408 when it does not arrive in time, 400 when it is
 * truncated, not UTF-8, not JSON, or violates the contract
 */
export async function readStatsBody(
  c: Context<ApiEnv>,
  { maxBytes, pace }: { maxBytes: number; pace: PaceDocument },
): Promise<UserStats> {
  const body = await readBody(c, maxBytes)
  if (body.byteLength > LARGE_BYTES) {
    await pace(
      c.get('userId'),
      () => body,
      ({ byteLength }) => byteLength,
    )
    rejectOtherShapes(body)
  }
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

/** Collects a body without Content-Length. */
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

/**
 * Rejects a body with more levels or names than statistics can have, because JSON.parse takes several times as long for
 * such a body.
 */
function rejectOtherShapes(body: Uint8Array): void {
  let [levels, names] = [0, 0]
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at]
    if (character === QUOTE) at = endOfText(body, at)
    else if (character === COLON) names += 1
    else if (character === OPENING_BRACE || character === OPENING_BRACKET) levels += 1
    else if (character === CLOSING_BRACE || character === CLOSING_BRACKET) levels -= 1
    if (levels > MAX_LEVELS || names > MAX_NAMES) throw otherShape()
  }
}

/** Index of the quote that ends the string that starts at `start`, or the body's length. */
function endOfText(body: Uint8Array, start: number): number {
  let end = start
  do end = body.indexOf(QUOTE, end + 1)
  while (end !== -1 && isEscaped(body, end))
  return end === -1 ? body.length : end
}

function isEscaped(body: Uint8Array, at: number): boolean {
  let backslashes = 0
  while (body[at - 1 - backslashes] === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
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
    const position = /at position \d+/.exec(String(error))?.[0] // not the excerpt of the body, which is also in the message
    const detail = `The body is not JSON${text === '' ? ' because it is empty' : position ? ` (error ${position})` : ''}.`
    throw new HttpProblem({ status: 400, code: 'invalid-json', detail, where: 'body' })
  }
}

function countOf({ length }: Flaw[]): string {
  if (length === 1) return 'One thing in the body is wrong.'
  return length < MAX_FLAWS
    ? `${length} things in the body are wrong.`
    : `At least ${length} things in the body are wrong. The check stopped there.`
}

function otherShape(): HttpProblem {
  const detail = `The body has more levels or names than statistics of ${MAX_QUESTIONS} questions can have.`
  return new HttpProblem({ status: 400, code: 'invalid-body', detail, where: 'body' })
}

function tooLarge(maxBytes: number): HttpProblem {
  const detail = `The body must not exceed ${maxBytes} bytes.`
  return new HttpProblem({ status: 413, code: 'body-too-large', detail, where: 'body' })
}

function tooSlow(): HttpProblem {
  const detail = `The body must arrive within ${BODY_WITHIN_MS / 1_000} seconds.`
  return new HttpProblem({ status: 408, code: 'body-too-slow', detail, where: 'body' })
}

function brokenOff(): HttpProblem {
  return new HttpProblem({ status: 400, code: 'incomplete-body', detail: 'The body broke off.', where: 'body' })
}
