import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http'
import { urlToHttpOptions } from 'node:url'

import { explainUnreachable, redirect } from './redirect.ts'

type Listener = (response: IncomingMessage) => void
type RequestParameters = [
  first: string | URL | RequestOptions,
  second?: RequestOptions | Listener | undefined,
  third?: Listener | undefined,
]

/** The signatures of `request` in node:http and node:https. */
export type Requester = (...parameters: RequestParameters) => ClientRequest

/**
 * Returns a `request` of node:http or node:https that sends requests for the service to the emulator.
 *
 * @param toEmulator `request` of the emulator's protocol
 */
export function redirectRequest(original: Requester, emulator: URL, toEmulator: Requester): Requester {
  return (...parameters) => {
    const { options, listener } = readParameters(parameters)
    const target = targetOf(options, emulator)
    if (!target) return original(...parameters)
    const request = toEmulator({ ...withoutService(options, target), ...urlToHttpOptions(target) }, listener)
    explainFailure(request, emulator)
    return request
  }
}

function readParameters([first, second, third]: RequestParameters): {
  options: RequestOptions
  listener: Listener | undefined
} {
  const isUrl = typeof first === 'string' || first instanceof URL
  const url = isUrl ? urlToHttpOptions(new URL(first)) : first
  const overrides = typeof second === 'object' ? second : {}
  return { options: { ...url, ...overrides }, listener: typeof second === 'function' ? second : third }
}

/** Returns the emulator's URL if `hostname` or `host` belongs to the service. Node itself rejects invalid paths. */
function targetOf({ hostname, host, path }: RequestOptions, emulator: URL): URL | undefined {
  const url = URL.parse(`https://${hostname ?? host ?? 'localhost'}${path ?? '/'}`)
  return url ? redirect(url, emulator) : undefined
}

/** Removes the options that belong to a connection to the service, such as its agent and its host name. */
function withoutService(options: RequestOptions, { host: emulatorHost }: URL): RequestOptions {
  const { agent, createConnection: _create, defaultPort: _port, host: _host, headers, ...kept } = options
  return { ...kept, ...(agent === false && { agent }), headers: withHost(headers, emulatorHost) }
}

function withHost(headers: RequestOptions['headers'], emulatorHost: string): OutgoingHttpHeaders | string[] {
  const isHost = (name: string | undefined) => name?.toLowerCase() === 'host'
  if (Array.isArray(headers)) {
    return headers.map((text, index) => (index % 2 === 1 && isHost(headers[index - 1]) ? emulatorHost : text))
  }
  return Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, value]) => [name, isHost(name) ? emulatorHost : value]),
  )
}

/**
 * Explains an error by overriding `emit` instead of adding an error listener, because a listener would make Node treat the
 * error as handled.
 */
function explainFailure(request: ClientRequest, emulator: URL): void {
  const emit = request.emit.bind(request)
  request.emit = (event: string | symbol, ...values: unknown[]) => {
    if (event === 'error') explainUnreachable(values[0], emulator)
    return emit(event, ...values)
  }
}
