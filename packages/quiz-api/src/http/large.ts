// Bodies and answers of megabytes: how many of their bytes are held at a time, and how they come and go in pieces.

import type { Context } from 'hono'

import type { ApiEnv } from './access-token.ts'
import { HttpProblem, serverBusy } from './problem.ts'

/** Longer bodies and answers are large: they are counted, and bodies are checked by whoever is given for that. */
export const LARGE_BYTES = 64 * 1024

/** Bytes of large bodies and answers that are held at a time, whoever sends and reads them, and however slowly. */
const MAX_HELD_BYTES = 64 * 1024 * 1024

/** A body must be here after this time, in which the app gives up too. */
const BODY_WITHIN_MS = 30_000

const PIECE_BYTES = 64 * 1024

/** Bytes that are held at a time. */
export type HeldBytes = {
  /** Counts more of them. @throws HttpProblem 503 when they would be too many */
  add(bytes: number): void
  remove(bytes: number): void
  now: () => number
}

export function countHeldBytes(maxBytes: number = MAX_HELD_BYTES): HeldBytes {
  let held = 0
  return {
    add(bytes) {
      if (held + bytes > maxBytes) throw serverBusy()
      held += bytes
    },
    remove(bytes) {
      held -= bytes
    },
    now: () => held,
  }
}

/**
 * The body of a request. If it is large, its bytes count as held until `release` is called.
 *
 * @throws HttpProblem 413 when it is too long, 400 when it breaks off, 408 when it takes too long, 503 when too many
 * bytes are held
 */
export async function readBody(
  c: Context,
  { maxBytes, held }: { maxBytes: number; held: HeldBytes },
): Promise<{ body: Uint8Array<ArrayBuffer>; release: () => void }> {
  const announced = Number(c.req.header('Content-Length') ?? LARGE_BYTES + 1)
  if (announced > maxBytes) throw tooLarge(maxBytes)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(tooSlow()), BODY_WITHIN_MS)
  })
  try {
    if (announced > LARGE_BYTES) return await readPieces(c, late, { maxBytes, held })
    const body = new Uint8Array(await Promise.race([c.req.arrayBuffer(), late]))
    return { body, release: () => {} }
  } catch (error) {
    throw error instanceof HttpProblem ? error : brokenOff()
  } finally {
    clearTimeout(timer)
  }
}

async function readPieces(
  c: Context,
  late: Promise<never>,
  { maxBytes, held }: { maxBytes: number; held: HeldBytes },
): Promise<{ body: Uint8Array<ArrayBuffer>; release: () => void }> {
  const reader = c.req.raw.body?.getReader()
  const pieces: Uint8Array[] = []
  let total = 0
  try {
    for (;;) {
      const { value } = await Promise.race([reader?.read() ?? { value: undefined }, late])
      if (value === undefined) break
      if (total + value.byteLength > maxBytes) throw tooLarge(maxBytes)
      held.add(value.byteLength)
      total += value.byteLength
      pieces.push(value)
    }
  } catch (error) {
    held.remove(total)
    void reader?.cancel().catch(() => {}) // what is left of the body is the server's to drop
    throw error
  }
  return { body: joined(pieces, total), release: () => held.remove(total) }
}

/**
 * Answers with these parts, one after the other. A large answer goes out piece by piece, as fast as the client reads, and
 * `done` is called when it has gone or nobody reads it any more; otherwise at once.
 */
export function sendJson(
  c: Context<ApiEnv>,
  parts: readonly Uint8Array<ArrayBuffer>[],
  { status, done }: { status: 200 | 201; done: () => void },
): Response {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0)
  const headers = { 'Content-Type': 'application/json' }
  if (length <= LARGE_BYTES || c.req.method === 'HEAD') {
    done()
    return c.req.method === 'HEAD' ? c.body(null, status, headers) : c.body(joined(parts, length), status, headers)
  }
  const { promise: sent, resolve } = Promise.withResolvers<void>()
  c.set('sent', sent)
  const end = () => {
    done()
    resolve()
  }
  return c.body(streamOf(parts, end), status, { ...headers, 'Content-Length': String(length) })
}

function streamOf(parts: readonly Uint8Array<ArrayBuffer>[], end: () => void): ReadableStream {
  const pieces = piecesOf(parts)
  return new ReadableStream({
    pull(controller) {
      const { value, done } = pieces.next()
      if (value !== undefined) controller.enqueue(value)
      if (!done) return
      controller.close()
      end()
    },
    cancel: end,
  })
}

function* piecesOf(parts: readonly Uint8Array<ArrayBuffer>[]): Generator<Uint8Array<ArrayBuffer>, undefined> {
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += PIECE_BYTES) yield part.subarray(at, at + PIECE_BYTES)
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.byteLength
  }
  return whole
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
