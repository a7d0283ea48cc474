import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http'
import { urlToHttpOptions } from 'node:url'

import { explainUnreachable, redirect } from './redirect.ts'

type Listener = (response: IncomingMessage) => void
type RequestParameters = [
  first: string | URL | RequestOptions,
  second?: RequestOptions | Listener | undefined,
  third?: Listener | undefined,
]

/** What `request` of node:http and node:https is, of its many signatures. */
export type Requester = (...parameters: RequestParameters) => ClientRequest

/**
 * A `request` of node:http or node:https whose requests to the service go to the emulator, by the protocol that it has.
 *
 * @param toEmulator `request` of that protocol
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
  const given = typeof second === 'object' ? second : {}
  return { options: { ...url, ...given }, listener: typeof second === 'function' ? second : third }
}

/** The options name the service by `hostname` or `host`; a path that is no path is refused by Node, not here. */
function targetOf({ hostname, host, path }: RequestOptions, emulator: URL): URL | undefined {
  const url = URL.parse(`https://${hostname ?? host ?? 'localhost'}${path ?? '/'}`)
  return url ? redirect(url, emulator) : undefined
}

/** Leaves what belongs to the service's own connection: its agent, which keeps others, and its name. */
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

/** Not a listener for errors: one would tell Node that somebody has dealt with them. */
function explainFailure(request: ClientRequest, emulator: URL): void {
  const emit = request.emit.bind(request)
  request.emit = (event: string | symbol, ...values: unknown[]) => {
    if (event === 'error') explainUnreachable(values[0], emulator)
    return emit(event, ...values)
  }
}
