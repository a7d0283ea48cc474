import { connect, type Socket } from 'node:net'

/**
 * Sends bytes over a connection of its own and reads nothing of what comes back.
 *
 * @param localAddress an address of this machine to connect from
 */
export function sendUnread(url: string, bytes: string, localAddress?: string): Socket {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), ...(localAddress !== undefined && { localAddress }) })
  socket.pause()
  socket.on('error', () => {}) // the server may hang up
  socket.write(bytes)
  return socket
}

/** An answer, read to its end. */
export type Answer = { status: number; headers: Headers; text: string; json: Record<string, unknown> }

/**
 * Calls an operation of the identity service.
 *
 * @param url of the service: the emulator's, or the product's with `/cognito-idp/`
 */
export async function callOperation(
  url: string,
  operation: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url.endsWith('/') ? url : `${url}/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.1',
      'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
      ...headers,
    },
    body: JSON.stringify(input),
  })
  return readAnswer(response)
}

/** Reads a body that may be JSON; `json` is empty where it is none. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  let json: unknown = {}
  try {
    json = JSON.parse(text)
  } catch {
    // a page, or nothing
  }
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isObject ? (json as Record<string, unknown>) : {},
  }
}

/** How often each status, or broken connection, was the answer: `{ 200: 12, 429: 3, broken: 1 }`. */
export type Tally = Record<string, number>

/**
 * Bounded load: so many requests at a time until the count or the time is reached.
 *
 * @param send gets the number of the request, from 0, and answers with its status
 */
export async function flood({
  count,
  forMs,
  atOnce,
  send,
}: {
  count: number
  forMs: number
  atOnce: number
  send: (index: number) => Promise<number>
}): Promise<{ tally: Tally; sent: number; tookMs: number }> {
  const startMs = performance.now()
  const tally: Tally = {}
  let sent = 0
  const sendOn = async () => {
    while (sent < count && performance.now() - startMs < forMs) {
      const status = await send(sent++).catch(() => 'broken')
      tally[status] = (tally[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  return { tally, sent, tookMs: Math.round(performance.now() - startMs) }
}
