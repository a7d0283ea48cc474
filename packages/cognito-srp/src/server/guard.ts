import type { Settings } from './config.ts'

/** What a request is refused with before it is looked into: the service's form of an error. */
export type Refusal = { status: number; code: string; message: string }

const CONTENT_TYPE = 'application/x-amz-json-1.1'
const MAX_BODY_BYTES = 65_536

/**
 * Whether a page of another site may be behind a request. Browsers that send `Sec-Fetch-Site` say so themselves, by the
 * address that they see; the others send `Origin` with every POST. Programs that are no browsers send neither, and have
 * nobody else's cookies.
 */
export function refuseForeign(request: Request, { origins, path }: Settings): Refusal | undefined {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (origin !== null && origins.has(origin)) return undefined
  if (site === 'same-origin') return undefined
  const isOwn = origin === null || origin === new URL(request.url).origin
  if (isOwn && (site === null || site === 'none')) return undefined
  const message = `This origin may not use ${path}. If it is yours, list it in \`origins\` of createSessionHandler.`
  return { status: 403, code: 'ForbiddenException', message }
}

/** Only scripts can send this type, and to another origin only after a preflight. */
export function refuseContentType({ headers }: Request): Refusal | undefined {
  const type = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === CONTENT_TYPE) return undefined
  return { status: 415, code: 'UnsupportedMediaTypeException', message: `Content-Type must be ${CONTENT_TYPE}.` }
}

/** The body; undefined when it is longer than any of the client. Of one that is, no more is read. */
export async function readBody(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) return undefined
  const reader = request.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let [text, lengthBytes] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    lengthBytes += value.length
    if (lengthBytes > MAX_BODY_BYTES) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Headers that let pages of the listed origins send a request and read its answer; none for everybody else. */
export function corsHeaders({ method, headers }: Request, { origins }: Settings): Record<string, string> {
  const origin = headers.get('origin')
  if (origin === null || !origins.has(origin)) return {}
  const cors = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, x-amzn-requestid',
  }
  if (method !== 'OPTIONS') return cors
  return {
    ...cors,
    'access-control-allow-methods': 'GET, POST',
    // Those of the client, and what its program adds to them.
    'access-control-allow-headers': headers.get('access-control-request-headers') ?? '',
    'access-control-max-age': '600',
  }
}
