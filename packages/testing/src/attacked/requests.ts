import { connect, type Socket } from 'node:net'

/**
 * Sends bytes over a separate connection and does not read the response.
 *
 * @param localAddress local address from which to connect
 */
export function sendUnread(url: string, bytes: string, localAddress?: string): Socket {
  const { hostname: host, port } = new URL(url)
  const socket = connect({ host, port: Number(port), ...(localAddress !== undefined && { localAddress }) })
  socket.pause()
  socket.on('error', () => {}) // the server may close the connection
  socket.write(bytes)
  return socket
}

/** A completely read response. */
export type Answer = { status: number; headers: Headers; text: string; json: Record<string, unknown> }

/**
 * Calls an operation of the identity service.
 *
 * @param url address of the service, which is the emulator's address, or the product's address with `/cognito-idp/`
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

/** Reads a response whose body may be JSON. `json` is empty if the body is not a JSON object. */
export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  let json: unknown = {}
  try {
    json = JSON.parse(text)
  } catch {
    // such as an HTML page or an empty body
  }
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isObject ? (json as Record<string, unknown>) : {},
  }
}

/** Number of responses by status, and of broken connections, such as `{ 200: 12, 429: 3, broken: 1 }`. */
export type Tally = Record<string, number>

/**
 * Sends `atOnce` requests at a time until the maximum count or time is reached.
 *
 * @param send receives the request's number, counted from 0, and resolves with the response status
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
