import { createServer, request as sendRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { until } from './screen.ts'

const SCRIPT_PATH = '/before-the-app.js'

type DelayedRequest = { method: string; forward: () => void }

/**
 * A proxy server between an engine and the product. The proxy can delay requests for the statistics and run a script
 * before the app's. The tests use a proxy because not every engine lets tests delay or change requests.
 */
export class Gate {
  readonly #server: Server
  readonly #product: URL
  #script = ''
  #closedPort = 0
  #delayedMethod: string | null = null
  #delayed: DelayedRequest[] = []

  private constructor(server: Server, product: URL) {
    this.#server = server
    this.#product = product
    server.on('request', (request, response) => this.#take(request, response))
  }

  static open(productUrl: string, host = 'localhost'): Promise<Gate> {
    const server = createServer()
    return new Promise((done) => server.listen(0, host, () => done(new Gate(server, new URL(productUrl)))))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** Sets a script that every page runs before the app, from the next page on. */
  putBeforeTheApp(script: string): void {
    this.#script = script
  }

  /** Delays requests for the statistics with this method from now on. */
  delay(method: 'GET' | 'PUT'): void {
    this.#delayedMethod = method
  }

  /** Waits until a request is delayed. @throws Error if no request is delayed in time */
  async waitForRequest(): Promise<void> {
    const hasRequest = await until(async () => this.#delayed.length > 0)
    if (!hasRequest) throw new Error(`The app sent no ${this.#delayedMethod} request for the statistics.`)
  }

  /** Forwards the delayed requests, and stops delaying requests. */
  release(): void {
    this.#delayedMethod = null
    for (const { forward } of this.#delayed.splice(0)) forward()
  }

  /** Refuses every connection, like a server that is down. */
  async shut(): Promise<void> {
    const { port } = this
    await this.close()
    this.#closedPort = port
  }

  /** Listens again on the same port. */
  async reopen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.#closedPort, 'localhost', done))
  }

  close(): Promise<void> {
    return new Promise((done) => {
      this.#server.close(() => done())
      this.#server.closeAllConnections()
    })
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '' } = request
    if (url === SCRIPT_PATH) {
      response.setHeader('content-type', 'text/javascript')
      response.end(this.#script)
    } else if (url.endsWith('/stats') && url.startsWith('/api') && method === this.#delayedMethod) {
      this.#delayed.push({ method, forward: () => this.#forward(request, response) })
    } else {
      this.#forward(request, response)
    }
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { method, url, headers } = request
    const isPage = this.#script !== '' && headers.accept?.includes('text/html') === true
    const sent = { ...headers, ...(isPage && { 'accept-encoding': 'identity', 'if-none-match': '' }) }
    const { hostname, port } = this.#product
    const onward = sendRequest({ hostname, port, method, path: url, headers: sent }, (reply) => {
      if (isPage && reply.headers['content-type']?.startsWith('text/html')) this.#answerPage(reply, response)
      else {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
      }
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }

  #answerPage(reply: IncomingMessage, response: ServerResponse): void {
    let html = ''
    reply.setEncoding('utf8').on('data', (part: string) => (html += part))
    reply.on('end', () => {
      const { 'content-length': _length, etag: _etag, ...headers } = reply.headers
      response.writeHead(reply.statusCode ?? 502, headers)
      response.end(html.replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`))
    })
  }
}
