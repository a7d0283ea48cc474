import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

const IPV4_WILDCARD = '0.0.0.0'
const IPV6_WILDCARD = '::'
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/
/** What the name localhost leads to. */
const LOCALHOST = new Set(['localhost', '127.0.0.1', '::1', IPV4_WILDCARD, IPV6_WILDCARD])

/** A network of this machine; of a system's answer only what matters here. */
export type Network = { address: string; scopeid?: number | undefined }

/** Addresses that reach a server which listens on `host`; a wildcard is reached by all that the machine has. */
export function reachableAddresses(host: string, networks: readonly Network[] = machineNetworks()): string[] {
  if (host !== IPV4_WILDCARD && host !== IPV6_WILDCARD) return [host]
  return networks
    .filter(({ address, scopeid }) => !scopeid && (host === IPV6_WILDCARD || !isIPv6(address)))
    .map(({ address }) => address)
}

/** Where a browser of this machine opens the product: by name where it can, since passkeys need one. */
export function localUrl(host: string, port: number): string {
  return urlOf(LOCALHOST.has(host) ? 'localhost' : host, port)
}

/** Where the server reaches itself. */
export function ownUrl(host: string, port: number): string {
  const [address = host] = reachableAddresses(host, [{ address: host === IPV6_WILDCARD ? '::1' : '127.0.0.1' }])
  return urlOf(address, port)
}

/** Where other devices of the network open it; empty where they cannot. */
export function networkUrls(host: string, port: number, networks?: readonly Network[]): string[] {
  return reachableAddresses(host, networks)
    .filter((address) => !LOOPBACK.test(address))
    .map((address) => urlOf(address, port))
}

/** A host as addresses and `Host` headers have it: IPv6 stands in brackets. */
export function bracketed(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}

function urlOf(host: string, port: number): string {
  return `http://${bracketed(host)}:${port}`
}

function machineNetworks(): Network[] {
  return Object.values(networkInterfaces()).flatMap((networks) => networks ?? [])
}
