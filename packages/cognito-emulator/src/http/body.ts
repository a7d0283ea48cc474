import { ServiceError } from '../service-error.ts'

/** More than any client or page sends: the longest tokens and attributes fit many times. */
export const MAX_BODY_BYTES = 65_536

/**
 * The text of a request's body, of which no more is read than may be.
 *
 * @throws {ServiceError} SerializationException, with status 413 when the body is longer, 400 when it broke off
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
        throw new ServiceError('SerializationException', 'The request body broke off.')
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
