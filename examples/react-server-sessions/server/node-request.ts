import { Readable } from 'node:stream'
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express'

// Express has the requests of Node; the handler has those of the web, which newer frameworks share.

export function toRequest(request: ExpressRequest): Request {
  const { method, protocol, originalUrl } = request
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(request.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(new URL(originalUrl, `${protocol}://${request.get('host')}`), {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
  })
}

export async function send(answer: Response, response: ExpressResponse): Promise<void> {
  response.status(answer.status)
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  response.append('set-cookie', answer.headers.getSetCookie()) // each a header of its own
  response.end(Buffer.from(await answer.arrayBuffer()))
}
