// The token that protects against cross-site request forgery (CSRF). The API sets the token in a cookie, and the app
// repeats the token in a header.

/** Name of the header that repeats the cookie's value (product specification §6). */
export const XSRF_HEADER = 'X-XSRF-TOKEN'

/** Name of the cookie on plain http, where other ports of the same host can set it too. */
export const XSRF_COOKIE = 'XSRF-TOKEN'

/** Name of the cookie over TLS. Browsers allow only the host itself to set a cookie with this prefix. */
export const HOST_XSRF_COOKIE = `__Host-${XSRF_COOKIE}`

/** Pattern for tokens, which consist of visible ASCII characters that a header can repeat unchanged. */
const TOKEN = /^[\x21-\x7e]+$/

/**
 * Returns the well-formed tokens in `document.cookie` or in a `Cookie` header. Tokens with the `__Host-` prefix come
 * first. A name can occur more than once, because cookies ignore ports and each path has its own cookies.
 */
export function readXsrfCookies(cookies: string): { name: string; value: string }[] {
  const pairs = cookies.split(';').map((pair) => pair.trim())
  return [HOST_XSRF_COOKIE, XSRF_COOKIE]
    .flatMap((name) =>
      pairs
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => ({ name, value: decode(pair.slice(name.length + 1)) })),
    )
    .filter(({ value }) => TOKEN.test(value))
}

/** Decodes a cookie's value. Returns an empty string if the value is malformed. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
