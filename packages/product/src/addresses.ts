import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

const IPV4_WILDCARD = '0.0.0.0'
const IPV6_WILDCARD = '::'
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/
/** Values of `host` with which the server can be reached as localhost. */
const LOCALHOST = new Set(['localhost', '127.0.0.1', '::1', IPV4_WILDCARD, IPV6_WILDCARD])

/** The relevant properties of a network interface's address. */
export type Network = { address: string; scopeid?: number | undefined }

/**
 * Returns the addresses at which a server that listens on `host` can be reached. For a wildcard, the list has the
 * machine's IPv4 addresses and, for `::`, also its IPv6 addresses except link-local addresses, which browsers cannot
 * open.
 */
export function reachableAddresses(host: string, networks: readonly Network[] = machineNetworks()): string[] {
  if (host !== IPV4_WILDCARD && host !== IPV6_WILDCARD) return [host]
  return networks
    .filter(({ address, scopeid }) => !scopeid && (host === IPV6_WILDCARD || !isIPv6(address)))
    .map(({ address }) => address)
}

/**
 * URL at which a browser on this machine opens the product. The URL contains a host name if possible, because passkeys
 * do not work at an IP address.
 */
export function localUrl(host: string, port: number): string {
  return urlOf(LOCALHOST.has(host) ? 'localhost' : host, port)
}

/** URL at which the server can call itself. */
export function ownUrl(host: string, port: number): string {
  const [address = host] = reachableAddresses(host, [{ address: host === IPV6_WILDCARD ? '::1' : '127.0.0.1' }])
  return urlOf(address, port)
}

/**
 * URLs at which other devices on the network open the product. The list is empty if other devices cannot reach the
 * product.
 */
export function networkUrls(host: string, port: number, networks?: readonly Network[]): string[] {
  return reachableAddresses(host, networks)
    .filter((address) => !LOOPBACK.test(address))
    .map((address) => urlOf(address, port))
}

/** Formats a host for URLs and `Host` headers, with IPv6 addresses in brackets. */
export function bracketed(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}

function urlOf(host: string, port: number): string {
  return `http://${bracketed(host)}:${port}`
}

function machineNetworks(): Network[] {
  return Object.values(networkInterfaces()).flatMap((networks) => networks ?? [])
}
