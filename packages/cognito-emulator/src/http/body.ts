import { ServiceError } from '../service-error.ts'

/** Default size limit of a request body, which is much larger than the longest tokens and attributes. */
export const MAX_BODY_BYTES = 65_536

/**
 * Reads the body of a request, up to the maximum size.
 *
 * @throws {ServiceError} SerializationException, with status 413 if the body is too long, or status 400 if the connection
 *   breaks
 */
export async function readBodyText(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of chunksOf(request)) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw new ServiceError('SerializationException', 'The connection broke before the request body was complete.')
      })
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

function tooLarge(): ServiceError {
  return new ServiceError('SerializationException', 'The request body is too large.', 413)
}
