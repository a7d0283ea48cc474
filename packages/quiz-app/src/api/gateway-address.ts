// Reads the configured base address, which is a path on the page's own origin or an absolute address.

/** The address of one call: base addresses may end in a slash, and carry a query such as a gateway's key. */
export function addressOf(baseUrl: string, path: string): string {
  const [base = '', query] = baseUrl.split(/\?(.*)/s, 2)
  return `${base.replace(/\/+$/, '')}${path}${query ? `?${query}` : ''}`
}

/** Whether an address names its host, as opposed to one relative to the page. */
export function isAbsolute(url: string): boolean {
  return /^([a-z][a-z\d+.-]*:)?\/\//i.test(url)
}

/** Whether requests to the address leave the page's origin, so that the gateway's CORS decides what they may carry. */
export function isForeign(baseUrl: string): boolean {
  if (!isAbsolute(baseUrl)) return false
  const page = globalThis.location as Location | undefined
  return page === undefined || new URL(baseUrl, page.href).origin !== page.origin
}
