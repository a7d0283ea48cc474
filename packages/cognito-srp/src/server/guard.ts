import { readText } from '../service/transport.ts'
import type { Settings } from './config.ts'

/** Response to a rejected request, in the service's format. */
export type ErrorResponse = { status: number; code: string; message: string; headers?: Record<string, string> }

type ErrorName = 'path' | 'origin' | 'method' | 'contentType' | 'operation' | 'length' | 'body' | 'fault'

/** Responses to requests that fail a check, and the response to an internal error on this server. */
export const ERROR_RESPONSES: Readonly<Record<ErrorName, ErrorResponse>> = {
  path: { status: 404, code: 'NotFoundException', message: 'Nothing is served at this path.' },
  origin: {
    status: 403,
    code: 'ForbiddenException',
    message:
      'Pages of this origin may not use the handler. If the origin is yours, list it in `origins` of createSessionHandler.',
  },
  method: { status: 405, code: 'MethodNotAllowedException', message: 'This method is not served at this path.' },
  contentType: {
    status: 415,
    code: 'UnsupportedMediaTypeException',
    message: 'Content-Type must be application/x-amz-json-1.1.',
  },
  operation: { status: 400, code: 'UnknownOperationException', message: 'This server does not serve this operation.' },
  length: { status: 413, code: 'RequestTooLongException', message: 'The request is longer than 64 kB.' },
  body: { status: 400, code: 'SerializationException', message: 'The request body is not a JSON object.' },
  fault: { status: 500, code: 'InternalErrorException', message: 'The server failed. Try again later.' },
}

/**
 * Content type of the service's requests and responses. In browsers, only scripts can send this content type, and a cross-origin
 * request with this content type requires a preflight.
 */
export const CONTENT_TYPE = 'application/x-amz-json-1.1'
const MAX_BODY_BYTES = 65_536

/**
 * Whether a request could come from a page whose origin is neither the handler's own origin nor listed in `origins`. Most
 * browsers send `Sec-Fetch-Site`. Browsers compute `Sec-Fetch-Site` from the URL that they request, before a proxy can rewrite
 * that URL. Browsers that do not support `Sec-Fetch-Site` send `Origin` with every POST request. Programs other than browsers may
 * send neither `Sec-Fetch-Site` nor `Origin`, but these programs do not have another user's cookies.
 */
export function isForeign({ url, headers }: Request, { origins }: Settings): boolean {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin' || (origin !== null && origins.has(origin))) return false
  const isOwn = origin === null || origin === new URL(url).origin
  return !isOwn || (site !== null && site !== 'none')
}

/** Whether a request has the content type of the service's requests. */
export function hasServiceType({ headers }: Request): boolean {
  return headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() === CONTENT_TYPE
}

/** Reads the body. Stops reading and returns undefined if the body is longer than `MAX_BODY_BYTES`. */
export async function readBody(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) return undefined
  return readText(request, MAX_BODY_BYTES)
}

/**
 * Returns the CORS headers that allow pages of an origin in `origins` to send requests and read responses. Returns no headers
 * for other origins.
 */
export function corsHeaders({ method, headers }: Request, { origins }: Settings): Record<string, string> {
  const origin = headers.get('origin')
  if (origin === null || !origins.has(origin)) return {}
  const cors = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'retry-after, x-amzn-requestid, x-amzn-waf-action',
  }
  if (method !== 'OPTIONS') return cors
  return {
    ...cors,
    'access-control-allow-methods': 'GET, POST',
    // Allows every requested header, because the `fetch` option of a page's client can add headers.
    'access-control-allow-headers': headers.get('access-control-request-headers') ?? '',
    'access-control-max-age': '600',
  }
}
