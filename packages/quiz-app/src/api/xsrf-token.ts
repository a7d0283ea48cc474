/** The header that repeats the cookie's value (specification §6). */
export const XSRF_HEADER = 'X-XSRF-TOKEN'

/** Under TLS the name with the prefix, which no other host and no other port can set; else the plain one. */
const XSRF_COOKIES = ['__Host-XSRF-TOKEN', 'XSRF-TOKEN']

/** What a header can carry: a token is visible ASCII. */
const TOKEN = /^[\x21-\x7e]+$/

/** The token of `document.cookie`; null when there is none. A malformed one is none. */
export function readXsrfToken(cookies: string): string | null {
  const pairs = cookies.split(';').map((pair) => pair.trim())
  for (const name of XSRF_COOKIES) {
    for (const pair of pairs) {
      const token = pair.startsWith(`${name}=`) ? decode(pair.slice(name.length + 1)) : null
      if (token !== null && TOKEN.test(token)) return token
    }
  }
  return null
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value)
  } catch {
    return null // not made by any server that encodes values
  }
}
