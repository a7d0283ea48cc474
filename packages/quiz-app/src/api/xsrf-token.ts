import { readXsrfCookies } from '@cognito-srp/contract'

/** Maximum number of tokens that a write tries. Another server on this host can set any number of cookies. */
const MAX_TOKENS = 3

/** Returns the cross-site request forgery (CSRF) tokens in `document.cookie`, most likely first. */
export function readXsrfTokens(cookies: string): string[] {
  const values = readXsrfCookies(cookies).map(({ value }) => value)
  return [...new Set(values)].slice(0, MAX_TOKENS)
}
