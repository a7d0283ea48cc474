import { z } from 'zod'

import { FunctionError, InvocationError, UnreadableOutputError, type Invocation } from './invocation.ts'

const lambdaError = z.object({ errorType: z.string().optional(), errorMessage: z.string() })

/** Maximum size of a synchronous Lambda response: 6 MB. */
const MAX_RESPONSE_BYTES = 6_291_556

/**
 * Posts the event to a URL in the format of Lambda's Invoke and returns the output.
 *
 * @throws {FunctionError} if the response has the header `X-Amz-Function-Error` or its body is a Lambda error.
 * @throws {InvocationError} if the connection or the request fails.
 * @throws {UnreadableOutputError} if the output is not JSON or is larger than Lambda allows.
 */
export async function invokeUrl(url: string, event: unknown, { signal }: Invocation): Promise<unknown> {
  const response = await awaitNetwork(post(url, event, signal))
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
    redirect: 'error', // call only the configured address
    signal,
  })
}

/** Awaits a network operation. @throws {InvocationError} if the connection cannot be opened or breaks */
async function awaitNetwork<Answer>(answer: Promise<Answer>): Promise<Answer> {
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
    const { done, value } = await awaitNetwork(reader.read())
    if (done) return Buffer.concat(chunks).toString()
    lengthBytes += value.length
    if (lengthBytes > MAX_RESPONSE_BYTES) throw new UnreadableOutputError()
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

/** Detects errors from the Runtime Interface Emulator, which have status 200 and no header. */
function isLambdaError(output: unknown): boolean {
  return lambdaError.safeParse(output).success && !('response' in (output as object))
}

function toFunctionError(output: unknown): FunctionError {
  const { data } = lambdaError.safeParse(output)
  return new FunctionError(data?.errorType ?? 'Unhandled', data?.errorMessage ?? 'Unhandled')
}
