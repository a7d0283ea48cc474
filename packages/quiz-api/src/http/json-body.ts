import { MAX_FLAWS, type Flaw } from '@cognito-srp/contract'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'

import { Problem } from './problem.ts'

/** What zod says of its own; the contract's schemas are written for zod/mini, which brings no words. */
const IN_ENGLISH = { error: z.locales.en().localeError }

/** Refuses bodies over `maxBytes` with 413, by their Content-Length or while they are read. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  return bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new Problem({
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
 * @throws Problem 400 when the body is not UTF-8, not JSON, or not what the schema describes
 */
export async function readJsonBody<Schema extends z.core.$ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = z.safeParse(schema, parseJson(await readText(c)), IN_ENGLISH)
  if (parsed.success) return parsed.data
  const flaws = parsed.error.issues.map(toFlaw)
  throw new Problem({
    status: 400,
    code: 'invalid-body',
    detail: flaws.length === 1 ? 'One thing in the body is wrong.' : `${flaws.length} things in the body are wrong.`,
    where: `body.${flaws[0]?.path ?? ''}`.replace(/\.$/, ''),
    flaws: flaws.slice(0, MAX_FLAWS),
  })
}

async function readText(c: Context): Promise<string> {
  const bytes = await readBytes(c)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Problem({ status: 400, code: 'invalid-encoding', detail: 'The body is not UTF-8.', where: 'body' })
  }
}

async function readBytes(c: Context): Promise<ArrayBuffer> {
  try {
    return await c.req.arrayBuffer()
  } catch {
    throw new Problem({ status: 400, code: 'incomplete-body', detail: 'The body broke off.', where: 'body' })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /at position \d+/.exec(String(error))?.[0] // never the excerpt that the message also holds
    throw new Problem({
      status: 400,
      code: 'invalid-json',
      detail: `The body is not JSON${text === '' ? ': it is empty' : position ? `: see ${position}` : ''}.`,
      where: 'body',
    })
  }
}

function toFlaw(issue: z.core.$ZodIssue): Flaw {
  const { message } = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue
  return { path: issue.path.join('.'), message }
}
