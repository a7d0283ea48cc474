import { parseAddress, type HostedPages } from './hosted-pages.ts'

/** Parameters of an authorization response (RFC 6749 §4.1.2, RFC 9207). */
const AUTH_RESPONSE_PARAMETERS = ['code', 'state', 'error', 'error_description', 'error_uri', 'iss']

/**
 * Returns the parameters of an authorization response, or undefined if the URL is not an authorization response to `redirectUri`.
 */
export function readAuthResponse(address: string, { redirectUri }: HostedPages): URLSearchParams | undefined {
  const url = parseAddress(address)
  const expected = new URL(redirectUri)
  if (url?.origin !== expected.origin || url.pathname !== expected.pathname) return undefined
  const authResponse = pickAuthResponse(url)
  return authResponse.has('code') || authResponse.has('error') ? authResponse : undefined
}

/** Returns only those query parameters of a URL that belong to an authorization response. */
export function pickAuthResponse({ searchParams }: URL): URLSearchParams {
  return new URLSearchParams([...searchParams].filter(([name]) => AUTH_RESPONSE_PARAMETERS.includes(name)))
}

/** Removes the parameters of an authorization response from a URL, and returns the resulting URL. */
export function withoutAuthResponse(address: string): string {
  const url = new URL(address)
  for (const name of AUTH_RESPONSE_PARAMETERS) url.searchParams.delete(name)
  return url.href
}

/** Returns the state of an authorization response, or undefined if the state is missing or any parameter is repeated. */
export function stateOf(authResponse: URLSearchParams): string | undefined {
  const names = [...authResponse.keys()]
  return new Set(names).size === names.length ? (authResponse.get('state') ?? undefined) : undefined
}
