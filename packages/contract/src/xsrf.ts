// The token against cross-site request forgery (CSRF): the API sets it in a cookie, and the app repeats it in a header.

/** The header that repeats the cookie's value (product specification §6). */
export const XSRF_HEADER = 'X-XSRF-TOKEN'

/** The cookie on plain http, where other ports of the host can set it too. */
export const XSRF_COOKIE = 'XSRF-TOKEN'

/** The cookie under TLS: browsers let only the host itself set a cookie with this prefix. */
export const HOST_XSRF_COOKIE = `__Host-${XSRF_COOKIE}`

/** Visible ASCII, which is all that a header can repeat. */
const TOKEN = /^[\x21-\x7e]+$/

/**
 * The well-formed tokens in the text of `document.cookie` or of the header `Cookie`, those of the host first. A name can
 * occur several times, because cookies know no ports and each path has its own.
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

/** The value of a cookie; empty when it is malformed. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
