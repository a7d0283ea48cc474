import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** The end of every head and of every chunked body, trailers included (RFC 9112 §2.1, §7.1). */
const BLANK_LINE = '\n\r\n'

/** Slices of one connection in one turn of the event loop; a body of blank lines has thousands in one read. */
const SLICES_PER_TURN = 16

const NOTHING = Buffer.alloc(0)

/** Calls a function in a later turn of the event loop. */
type TakeTurn = (go: () => void) => void

/**
 * Creates a queue that calls one function in each turn of the event loop. Connections that sent more than one request
 * share it, so that a new connection waits for one of their requests and not for one of each.
 */
export function createTurns(): TakeTurn {
  const queue: (() => void)[] = []
  const next = () => {
    const go = queue.shift()
    if (queue.length > 0) setImmediate(next)
    go?.()
  }
  return (go) => {
    if (queue.push(go) === 1) setImmediate(next)
  }
}

/**
 * Connection that passes its input to Node's HTTP parser one request at a time.
 *
 * Node parses a whole read, which may hold hundreds of pipelined requests, before it honours a pause. So the parser gets
 * slices, none of which reaches beyond the end of a head or of a body, and none while a complete request awaits its
 * response. The rest stays in the socket's buffer; once that buffer is full, TCP stops the client. A server may process
 * pipelined requests in series (RFC 9112 §9.3.2).
 */
export class PacedConnection extends Duplex {
  /** Address of the peer; undefined when the peer has already left. */
  readonly remoteAddress: string | undefined
  /** Whether the peer uses TLS. */
  readonly encrypted: boolean
  readonly #socket: Socket
  readonly #takeTurn: TakeTurn
  #request: IncomingMessage | null = null
  #response: ServerResponse | null = null
  #unreadBodyBytes = 0
  #isPipelining = false
  /** The last bytes of the previous slice, if that slice did not end with a blank line. */
  #tail: Buffer = NOTHING

  constructor(socket: Socket, takeTurn: TakeTurn) {
    super({ decodeStrings: false })
    this.#takeTurn = takeTurn
    this.remoteAddress = socket.remoteAddress
    this.encrypted = socket instanceof TLSSocket
    this.#socket = socket
    socket.pause()
    socket.on('data', (chunk: Buffer) => this.#release(chunk))
    socket.on('end', () => this.#endInput())
    socket.on('timeout', () => this.emit('timeout'))
    socket.on('error', (error) => this.destroy(error))
    socket.on('close', () => this.destroy())
    this.on('resume', () => socket.resume())
  }

  /** Whether a response has begun and its last byte has not been sent. */
  get isResponding(): boolean {
    return this.#response !== null && this.#response.headersSent && !this.#response.writableFinished
  }

  /** Holds back what follows this request until its response is sent. */
  await(request: IncomingMessage, response: ServerResponse): void {
    this.#request = request
    this.#response = response
    this.#unreadBodyBytes = Number(request.headers['content-length'] ?? 0)
    response.once('close', () => {
      this.#request = null // an idle connection keeps no memory of what it served
      this.#response = null
      if (this.#socket.isPaused()) this.#continue()
    })
  }

  /** Sets the time after which a connection without traffic emits `timeout`. */
  setTimeout(timeoutMs: number): this {
    this.#socket.setTimeout(timeoutMs)
    return this
  }

  /** Closes the connection once everything written is sent. */
  destroySoon(): void {
    this.end(() => this.destroy())
  }

  override _read(): void {
    // The socket's `data` events bring the input.
  }

  override _write(chunk: Buffer | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, encoding, done)
  }

  override _writev(
    chunks: { chunk: Buffer | string; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    const last = chunks.length - 1
    this.#socket.cork()
    for (const [index, { chunk, encoding }] of chunks.entries()) {
      this.#socket.write(chunk, encoding, index === last ? done : undefined)
    }
    this.#socket.uncork()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done())
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }

  /** Whether a complete request awaits its response. */
  get #isAwaiting(): boolean {
    return this.#request?.complete === true && this.#response?.closed === false
  }

  /** Whether the parser may get more input now. The parser itself pauses the connection while a body is not read. */
  get #isOpen(): boolean {
    return !this.#isAwaiting && this.readableFlowing === true && this.readableLength === 0
  }

  /** Pushes input to the parser slice by slice, and gives back to the socket what must wait. */
  #release(input: Buffer): void {
    let rest = input
    for (let slices = 0; slices < SLICES_PER_TURN && rest.length > 0 && this.writable && this.#isOpen; slices += 1) {
      const length = this.#sliceLength(rest)
      this.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    if (rest.length === 0 || !this.writable) return // after the last response all further input is dropped
    this.#socket.pause()
    this.#socket.unshift(rest)
    if (this.#isAwaiting) this.#isPipelining = true
    if (this.#isOpen) this.#continue()
  }

  /** Ends the input; behind pipelined requests only after the last response, which Node would drop. */
  #endInput(): void {
    if (this.#isPipelining && this.#isAwaiting) this.#response?.once('close', () => this.push(null))
    else this.push(null)
  }

  /** Reads from the socket again when it is this connection's turn. */
  #continue(): void {
    this.#takeTurn(() => this.#socket.resume())
  }

  /** Length of the input up to the end of the body or the next blank line, whichever the parser is about to read. */
  #sliceLength(input: Buffer): number {
    if (this.#unreadBodyBytes > 0) {
      const length = Math.min(this.#unreadBodyBytes, input.length)
      this.#unreadBodyBytes -= length
      return length
    }
    const window = this.#tail.length === 0 ? input : Buffer.concat([this.#tail, input])
    const start = window.indexOf(BLANK_LINE)
    const length = start === -1 ? input.length : start + BLANK_LINE.length - this.#tail.length
    this.#tail = start === -1 ? window.subarray(1 - BLANK_LINE.length) : NOTHING
    return length
  }
}
