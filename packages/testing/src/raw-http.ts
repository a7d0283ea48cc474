import { once } from 'node:events'
import { connect } from 'node:net'

/** Response received before the server closed the connection. The status is 0 if there was no response. */
export type RawAnswer = { status: number; headers: Headers; body: string }

/**
 * Sends exactly these bytes over a new connection, for requests that no normal client sends.
 *
 * @param url address of the server
 * @param options `hangUp` half-closes the connection after the bytes, like a client that disconnects; after `waitMs` without input the
 * client disconnects
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
    socket.on('error', () => {}) // a reset also ends the response
    socket.on('end', () => socket.end())
    socket.on('close', () => done(received))
    socket.write(bytes)
    if (hangUp) socket.end()
  })
  return readRawAnswer(text)
}

/**
 * Opens connections that send only half of a request head.
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

/** Builds a complete request with `Connection: close`, and with the headers in the given order and spelling. */
export function rawRequest(startLine: string, headers: readonly string[], body = ''): string {
  return [`${startLine} HTTP/1.1`, ...headers, 'Connection: close', '', body].join('\r\n')
}

function readRawAnswer(text: string): RawAnswer {
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s, 2)
  const [statusLine = '', ...lines] = head.split('\r\n')
  const fields = lines.map((line) => line.split(/: *(.*)/s, 2) as [string, string])
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0), headers: new Headers(fields), body }
}
