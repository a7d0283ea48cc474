/** The header that repeats the cookie's value (specification §6). */
export const XSRF_HEADER = 'X-XSRF-TOKEN'

/** Under TLS the name with the prefix, which no other host and no other port can set; else the plain one. */
const XSRF_COOKIES = ['__Host-XSRF-TOKEN', 'XSRF-TOKEN']

/** What a header can carry: a token is visible ASCII. */
const TOKEN = /^[\x21-\x7e]+$/

/** Another server of this host can set as many cookies as it likes: a write is not sent for each of them. */
const MAX_TOKENS = 3

/**
 * The tokens of `document.cookie`, the likeliest first. There may be several of one name, since cookies know no ports and
 * each path has its own. A malformed one is none.
 */
export function readXsrfTokens(cookies: string): string[] {
  const pairs = cookies.split(';').map((pair) => pair.trim())
  const values = XSRF_COOKIES.flatMap((name) =>
    pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => decode(pair.slice(name.length + 1))),
  )
  return [...new Set(values)].filter((token) => TOKEN.test(token)).slice(0, MAX_TOKENS)
}

/** The value of a cookie; empty when no server that encodes values made it. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
