import { randomUUID } from 'node:crypto'

import type { ServiceError } from '../service-error.ts'

const CONTENT_TYPE = 'application/x-amz-json-1.1'

/** A successful answer in the service's form. */
export function success(body: object): Response {
  return new Response(JSON.stringify(body), { headers: serviceHeaders() })
}

/** An exception in the service's form: named in the body and in the headers. */
export function failure({ code, message, status }: ServiceError, extraHeaders: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ __type: code, message }), {
    status,
    headers: {
      ...serviceHeaders(),
      'x-amzn-errortype': `${code}:`,
      'x-amzn-errormessage': message.replaceAll(/[^\x20-\x7e]/g, '?'),
      ...extraHeaders,
    },
  })
}

function serviceHeaders(): Record<string, string> {
  return { 'content-type': CONTENT_TYPE, 'x-amzn-requestid': randomUUID(), 'cache-control': 'no-store' }
}
