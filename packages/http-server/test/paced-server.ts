// Test server that records the requests that reach its handler, and helpers to send raw requests.

import { once } from 'node:events'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'

import { createGuardedServer } from '../src/guarded-server.ts'

export const HOST = 'Host: localhost'
export const CRLF = '\r\n'
export const MEGABYTE = 1_000_000

export type Exchange = { request: IncomingMessage; response: ServerResponse }

export let server: Server
/** Requests that have reached the handler, in order. */
export let exchanges: Exchange[]
let onArrival: () => void
export let port: number

/** Starts a server with the handler `respond`. The default handler never responds. */
export async function listen(respond: RequestListener = () => {}): Promise<void> {
  exchanges = []
  onArrival = () => {}
  server = createGuardedServer(
    (request, response) => {
      exchanges.push({ request, response })
      onArrival()
      respond(request, response)
    },
    { headers: {} },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
}

export async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

export function get(path: string, ...headers: string[]): string {
  return [`GET ${path} HTTP/1.1`, HOST, ...headers, '', ''].join(CRLF)
}

/** A request after which the server closes the connection. */
export const NEXT = get('/next', 'Connection: close')

export function post(path: string, body: string, ...headers: string[]): string {
  return [`POST ${path} HTTP/1.1`, HOST, `Content-Length: ${body.length}`, ...headers, '', body].join(CRLF)
}

export function postInChunks(path: string, chunks: readonly string[], ...trailers: string[]): string {
  const lines = [...chunks.flatMap((chunk) => [chunk.length.toString(16), chunk]), '0', ...trailers, '', '']
  return [`POST ${path} HTTP/1.1`, HOST, 'Transfer-Encoding: chunked', '', lines.join(CRLF)].join(CRLF)
}

/** Responds with the request's method, path and body, in a later iteration of the event loop. */
export const echo: RequestListener = (request, response) => {
  void text(request).then((body) => setImmediate(() => response.end(`<${request.method} ${request.url} ${body}>`)))
}

/** Reads until the server closes the connection. @returns the echoes */
export async function echoesOf(socket: Socket): Promise<string[]> {
  return (await text(socket)).match(/<[^]*?>/g) ?? []
}

/** Resolves when `count` requests have reached the handler. */
export function arrivals(count: number): Promise<void> {
  return new Promise((done) => {
    onArrival = () => void (exchanges.length >= count && done())
    onArrival()
  })
}

/**
 * Sends another request and resolves when it has reached the handler, which shows that the server has read everything
 * that was written before.
 */
export async function roundTrip(): Promise<void> {
  const socket = await open()
  socket.write(get('/round-trip'))
  await arrivals(exchanges.length + 1)
  exchanges.pop()
  socket.destroy()
}
