import { z } from 'zod'

import { FunctionError, InvocationError, UnreadableOutputError, type Invocation } from './invocation.ts'

const lambdaError = z.object({ errorType: z.string().optional(), errorMessage: z.string() })

/** Of a synchronous answer of Lambda: 6 MB. */
const MAX_ANSWER_BYTES = 6_291_556

/**
 * Posts the event to an address as Lambda's Invoke takes it, and gives what is answered.
 *
 * @throws {FunctionError} for `X-Amz-Function-Error`, or a body that is Lambda's error.
 * @throws {InvocationError} when nobody answers as Lambda does.
 * @throws {UnreadableOutputError} for what is no JSON, and what is larger than Lambda lets through.
 */
export async function invokeUrl(url: string, event: unknown, { signal }: Invocation): Promise<unknown> {
  const response = await reached(post(url, event, signal))
  const text = await readText(response)
  const isFunctionError = response.headers.has('x-amz-function-error')
  if (!response.ok && !isFunctionError) throw new InvocationError(`HTTP status ${response.status}`)
  const output = parse(text)
  if (isFunctionError || isLambdaError(output)) throw toFunctionError(output)
  return output
}

function post(url: string, event: unknown, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-amz-invocation-type': 'RequestResponse' },
    body: JSON.stringify(event),
    redirect: 'error', // only the address that the operator wrote is called
    signal,
  })
}

/** @throws {InvocationError} for a connection that nobody takes, or that breaks */
async function reached<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    throw new InvocationError(cause?.code ?? 'connection failure')
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let lengthBytes = 0
  const reader = body?.getReader()
  if (!reader) return ''
  for (;;) {
    const { done, value } = await reached(reader.read())
    if (done) return Buffer.concat(chunks).toString()
    lengthBytes += value.length
    if (lengthBytes > MAX_ANSWER_BYTES) throw new UnreadableOutputError()
    chunks.push(value)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new UnreadableOutputError()
  }
}

/** The Runtime Interface Emulator answers errors with status 200 and no header. */
function isLambdaError(output: unknown): boolean {
  return lambdaError.safeParse(output).success && !('response' in (output as object))
}

function toFunctionError(output: unknown): FunctionError {
  const { data } = lambdaError.safeParse(output)
  return new FunctionError(data?.errorType ?? 'Unhandled', data?.errorMessage ?? 'Unhandled')
}
