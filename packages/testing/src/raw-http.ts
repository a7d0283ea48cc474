import { once } from 'node:events'
import { connect } from 'node:net'

/** What came back over a connection until the server closed it; status 0 when nothing did. */
export type RawAnswer = { status: number; headers: Headers; body: string }

/**
 * Sends these very bytes over a connection of its own, for requests that no client makes.
 *
 * @param url of the server, on this machine
 * @param options `hangUp` ends the sending side behind the bytes, as a client does that goes away; after `waitMs` without
 *   a byte the client gives up
 */
export async function sendRaw(
  url: string,
  bytes: string | Uint8Array,
  { hangUp = false, waitMs = 60_000 } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const text = await new Promise<string>((done) => {
    let received = ''
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: !hangUp })
    socket.setEncoding('latin1')
    socket.setTimeout(waitMs, () => socket.destroy())
    socket.on('data', (chunk: string) => {
      received += chunk
    })
    socket.on('error', () => {}) // a reset ends an answer too
    socket.on('end', () => socket.end())
    socket.on('close', () => done(received))
    socket.write(bytes)
    if (hangUp) socket.end()
  })
  return readRawAnswer(text)
}

/**
 * Opens connections that send half a head.
 *
 * @returns a function that closes them
 */
export async function holdConnections(url: string, count: number): Promise<() => void> {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: count }, () => connect({ host: hostname, port: Number(port) }))
  await Promise.all(
    sockets.map(async (socket) => {
      socket.on('error', () => {}).resume() // the server may close it
      await once(socket, 'connect')
      socket.write('GET / HTTP/1.1\r\n')
    }),
  )
  return () => sockets.forEach((socket) => socket.destroy())
}

/** A whole request with the connection closed behind it, the headers in this order and spelling. */
export function rawRequest(startLine: string, headers: readonly string[], body = ''): string {
  return [`${startLine} HTTP/1.1`, ...headers, 'Connection: close', '', body].join('\r\n')
}

function readRawAnswer(text: string): RawAnswer {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s, 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const fields = lines.map((line) => line.split(/: *(.*)/s, 2) as [string, string])
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0), headers: new Headers(fields), body }
}
