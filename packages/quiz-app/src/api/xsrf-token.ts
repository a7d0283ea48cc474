import { readXsrfCookies } from '@cognito-srp/contract'

/** Another server of this host can set any number of cookies: a write is not sent for each of them. */
const MAX_TOKENS = 3

/** The tokens against cross-site request forgery (CSRF) in `document.cookie`, the likeliest first. */
export function readXsrfTokens(cookies: string): string[] {
  const values = readXsrfCookies(cookies).map(({ value }) => value)
  return [...new Set(values)].slice(0, MAX_TOKENS)
}
