import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'

/** The end of every head and every chunked body, including trailers (RFC 9112 §2.1, §7.1). */
const BLANK_LINE = '\n\r\n'

/**
 * Maximum number of slices per connection in one iteration of the event loop. A single read of a body that consists of
 * blank lines can contain thousands of slices.
 */
const SLICES_PER_ITERATION = 16

const NOTHING = Buffer.alloc(0)

/** Calls a function in a later iteration of the event loop. */
type Schedule = (task: () => void) => void

/**
 * Creates a queue that calls one function in each iteration of the event loop. All connections with pipelined requests share the queue, so
 * that a new connection waits for a single request, not for one request from every connection.
 */
export function createScheduler(): Schedule {
  const queue: (() => void)[] = []
  const next = () => {
    const task = queue.shift()
    if (queue.length > 0) setImmediate(next)
    task?.()
  }
  return (task) => {
    if (queue.push(task) === 1) setImmediate(next)
  }
}

/**
 * Connection that passes its input to Node's HTTP parser one request at a time.
 *
 * Node parses a whole read, which can contain hundreds of pipelined requests, before it honours a pause. This connection therefore passes
 * the input to the parser in slices. No slice extends beyond the end of a head or a body, and no slice is passed while a complete request
 * awaits its response. The rest of the input stays in the socket's buffer; once that buffer is full, TCP flow control pauses the client.
 * RFC 9112 §9.3.2 allows a server to process pipelined requests in series.
 */
export class PacedConnection extends Duplex {
  /** Address of the peer; undefined if the peer has already disconnected. */
  readonly remoteAddress: string | undefined
  /** Whether the peer uses TLS. */
  readonly encrypted: boolean
  readonly #socket: Socket
  readonly #schedule: Schedule
  #request: IncomingMessage | null = null
  #response: ServerResponse | null = null
  #unreadBodyBytes = 0
  #isPipelining = false
  /** The last bytes of the previous slice, if that slice did not end with a blank line. */
  #tail: Buffer = NOTHING

  constructor(socket: Socket, schedule: Schedule) {
    super({ decodeStrings: false })
    this.#schedule = schedule
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

  /** Whether a response has started but its last byte has not been sent. */
  get isResponding(): boolean {
    return this.#response !== null && this.#response.headersSent && !this.#response.writableFinished
  }

  /** Delays all further input until the response to this request has been sent. */
  await(request: IncomingMessage, response: ServerResponse): void {
    this.#request = request
    this.#response = response
    this.#unreadBodyBytes = Number(request.headers['content-length'] ?? 0)
    response.once('close', () => {
      this.#request = null // let the garbage collector free the request of an idle connection
      this.#response = null
      if (this.#socket.isPaused()) this.#continue()
    })
  }

  /** Sets the idle time after which the connection emits `timeout`. */
  setTimeout(timeoutMs: number): this {
    this.#socket.setTimeout(timeoutMs)
    return this
  }

  /** Closes the connection after all written data has been sent. */
  destroySoon(): void {
    this.end(() => this.destroy())
  }

  override _read(): void {
    // The socket's `data` events push the input.
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

  /**
   * Whether the parser can take more input. The parser pauses the connection while the handler does not read a body.
   */
  get #isOpen(): boolean {
    return !this.#isAwaiting && this.readableFlowing === true && this.readableLength === 0
  }

  /** Passes input to the parser in slices, and returns the remaining input to the socket's buffer. */
  #release(input: Buffer): void {
    let rest = input
    for (
      let slices = 0;
      slices < SLICES_PER_ITERATION && rest.length > 0 && this.writable && this.#isOpen;
      slices += 1
    ) {
      const length = this.#sliceLength(rest)
      this.push(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
    if (rest.length === 0 || !this.writable) return // drops all input after the last response
    this.#socket.pause()
    this.#socket.unshift(rest)
    if (this.#isAwaiting) this.#isPipelining = true
    if (this.#isOpen) this.#continue()
  }

  /** Ends the input. With pipelined requests, first waits for the pending response, which Node would otherwise drop. */
  #endInput(): void {
    if (this.#isPipelining && this.#isAwaiting) this.#response?.once('close', () => this.push(null))
    else this.push(null)
  }

  /** Schedules the next read from the socket. */
  #continue(): void {
    this.#schedule(() => this.#socket.resume())
  }

  /** Length of the next slice, which ends with the current body or after the next blank line. */
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
