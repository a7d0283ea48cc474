import { connect } from 'node:net'

/** Bytes of a request: its head and its body. */
export type WireRequest = Buffer

/** Result of a run of the closed loop, with durations in milliseconds. */
export type LoadResult = { durationsMs: number[]; statuses: Map<number, number>; brokenConnections: number }

const HEAD_END = '\r\n\r\n'

/**
 * Loads a server in a closed loop, in which each connection repeats its request after each response until the time is
 * up. The generator uses bare HTTP/1.1, because on two cores, a full HTTP client would mostly measure its own time.
 *
 * @param requests one request per connection
 */
export async function runClosedLoop(url: string, requests: WireRequest[], seconds: number): Promise<LoadResult> {
  const result: LoadResult = { durationsMs: [], statuses: new Map(), brokenConnections: 0 }
  const endMs = performance.now() + seconds * 1_000
  await Promise.all(requests.map((request) => runConnection(new URL(url), request, endMs, result)))
  return result
}

function runConnection(url: URL, request: WireRequest, endMs: number, result: LoadResult): Promise<void> {
  return new Promise((done) => {
    const socket = connect(Number(url.port), url.hostname)
    let received = ''
    let sentMs = 0
    const send = () => {
      sentMs = performance.now()
      socket.write(request)
    }
    socket.setEncoding('latin1').setNoDelay(true)
    socket.on('connect', send)
    socket.on('error', () => (result.brokenConnections += 1))
    socket.on('close', () => done())
    socket.on('data', (text: string) => {
      received += text
      const status = completeStatus(received)
      if (status === null) return
      received = ''
      result.durationsMs.push(performance.now() - sentMs)
      result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1)
      if (performance.now() < endMs) send()
      else socket.end()
    })
  })
}

/** Status of a completely received response, or null if a part is missing. */
function completeStatus(received: string): number | null {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const lengthBytes = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1] ?? 0)
  if (received.length < headEnd + HEAD_END.length + lengthBytes) return null
  return Number(received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
}
