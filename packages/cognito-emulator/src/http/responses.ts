import { randomUUID } from 'node:crypto'

import { ServiceError } from '../service-error.ts'

/** A message may show what the request sent; clients read only so much of headers. The body has all of it. */
const MAX_HEADER_LENGTH = 1024

export const CONTENT_TYPE = 'application/x-amz-json-1.1'

/** Sent with every answer: none of them is a page, and none may be kept unless it says so. */
export const PROTECTIVE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** A successful answer in the service's form. */
export function success(body: object): Response {
  return new Response(JSON.stringify(body), { headers: serviceHeaders() })
}

/** An exception in the service's form: named in the body and in the headers. */
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

/** The answer where no route is. */
export function nothingHere(): Response {
  return errorResponse(new ServiceError('UnknownOperationException', 'There is nothing at this address.', 404))
}

function serviceHeaders(): Record<string, string> {
  return { ...PROTECTIVE_HEADERS, 'content-type': CONTENT_TYPE, 'x-amzn-requestid': randomUUID() }
}
