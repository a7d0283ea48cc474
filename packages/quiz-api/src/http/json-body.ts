import { check, MAX_FLAWS } from '@cognito-srp/contract'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as z from 'zod/mini'

import { HttpProblem } from './problem.ts'

/** Refuses bodies over `maxBytes` with 413, by their Content-Length or while they are read. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new HttpProblem({
        status: 413,
        code: 'body-too-large',
        detail: `The body must not exceed ${maxBytes} bytes.`,
        where: 'body',
      })
    },
  })
}

/**
 * The request's body as the schema gives it.
 *
 * @throws HttpProblem 400 when the body is not UTF-8, not JSON, or not what the schema describes
 */
export async function readJsonBody<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, flaws } = check(schema, parseJson(await readText(c)))
  if (flaws === undefined) return data
  throw new HttpProblem({
    status: 400,
    code: 'invalid-body',
    detail: countOf(flaws.length),
    where: `body.${flaws[0]?.path ?? ''}`.replace(/\.$/, ''),
    flaws,
  })
}

function countOf(flaws: number): string {
  if (flaws === 1) return 'One thing in the body is wrong.'
  return flaws < MAX_FLAWS
    ? `${flaws} things in the body are wrong.`
    : `At least ${flaws} things in the body are wrong: the check stopped there.`
}

async function readText(c: Context): Promise<string> {
  const bytes = await readBytes(c)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpProblem({ status: 400, code: 'invalid-encoding', detail: 'The body is not UTF-8.', where: 'body' })
  }
}

async function readBytes(c: Context): Promise<ArrayBuffer> {
  try {
    return await c.req.arrayBuffer()
  } catch {
    throw new HttpProblem({ status: 400, code: 'incomplete-body', detail: 'The body broke off.', where: 'body' })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /at position \d+/.exec(String(error))?.[0] // never the excerpt that the message also holds
    throw new HttpProblem({
      status: 400,
      code: 'invalid-json',
      detail: `The body is not JSON${text === '' ? ': it is empty' : position ? `: see ${position}` : ''}.`,
      where: 'body',
    })
  }
}
