import { randomUUID } from 'node:crypto'

import { ServiceError } from '../service-error.ts'

/**
 * Maximum length of a message in a header. Messages can contain input, and clients limit the size of headers. The body has the
 * full message.
 */
const MAX_HEADER_LENGTH = 1024

export const CONTENT_TYPE = 'application/x-amz-json-1.1'

/**
 * Default headers of every response. The headers forbid framing, scripts and caching. Pages, and responses that can be
 * cached, override some of the headers.
 */
export const PROTECTIVE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Returns a successful response in the service's format. */
export function success(body: object): Response {
  return new Response(JSON.stringify(body), { headers: serviceHeaders() })
}

/** Returns an exception in the service's format, with its name in the body and in a header. */
export function errorResponse(
  { code, message, status }: ServiceError,
  extraHeaders: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify({ __type: code, message }), {
    status,
    headers: {
      ...serviceHeaders(),
      'x-amzn-errortype': `${code}:`,
      'x-amzn-errormessage': message.slice(0, MAX_HEADER_LENGTH).replaceAll(/[^\x20-\x7e]/g, '?'),
      ...extraHeaders,
    },
  })
}

/** Returns the response for an unknown path. */
export function notFoundResponse(): Response {
  return errorResponse(new ServiceError('UnknownOperationException', 'The emulator has no resource at this path.', 404))
}

function serviceHeaders(): Record<string, string> {
  return { ...PROTECTIVE_HEADERS, 'content-type': CONTENT_TYPE, 'x-amzn-requestid': randomUUID() }
}
