import { readXsrfCookies } from '@cognito-srp/contract'

/** Limits the retries of a write, because another server on this host can set any number of cookies. */
const MAX_TOKENS = 3

/** Returns the cross-site request forgery (CSRF) tokens in `document.cookie`, the likeliest first. */
export function readXsrfTokens(cookies: string): string[] {
  const values = readXsrfCookies(cookies).map(({ value }) => value)
  return [...new Set(values)].slice(0, MAX_TOKENS)
}
