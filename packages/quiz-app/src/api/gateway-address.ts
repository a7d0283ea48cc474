// Reads the configured base address, which is a path on the page's own origin or an absolute address.

/** Returns the address of a call. The base address may have a trailing slash and a query, such as a gateway's key. */
export function addressOf(baseUrl: string, path: string): string {
  const [base = '', query] = baseUrl.split(/\?(.*)/s, 2)
  return `${base.replace(/\/+$/, '')}${path}${query ? `?${query}` : ''}`
}

/** Whether an address contains a host instead of being relative to the page's origin. */
export function isAbsolute(url: string): boolean {
  return /^([a-z][a-z\d+.-]*:)?\/\//i.test(url)
}

/** Whether the address is on another origin, in which case the gateway's CORS response limits the request headers. */
export function isForeign(baseUrl: string): boolean {
  if (!isAbsolute(baseUrl)) return false
  const page = globalThis.location as Location | undefined
  return page === undefined || new URL(baseUrl, page.href).origin !== page.origin
}
