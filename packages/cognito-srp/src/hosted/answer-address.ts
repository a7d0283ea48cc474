import { parseAddress, type HostedPages } from './hosted-pages.ts'

/** Parameters of an authorization response (RFC 6749 §4.1.2, RFC 9207). */
const ANSWER_PARAMETERS = ['code', 'state', 'error', 'error_description', 'error_uri', 'iss']

/** Returns the authorization response in an address; undefined if the address contains no authorization response. */
export function readAnswer(address: string, { redirectUri }: HostedPages): URLSearchParams | undefined {
  const url = parseAddress(address)
  const expected = new URL(redirectUri)
  if (url?.origin !== expected.origin || url.pathname !== expected.pathname) return undefined
  const answer = pickAnswer(url)
  return answer.has('code') || answer.has('error') ? answer : undefined
}

/** Returns the parameters of the authorization response in an address, without other parameters. */
export function pickAnswer({ searchParams }: URL): URLSearchParams {
  return new URLSearchParams([...searchParams].filter(([name]) => ANSWER_PARAMETERS.includes(name)))
}

/** Returns an address without the parameters of the authorization response. */
export function withoutAnswer(address: string): string {
  const url = new URL(address)
  for (const name of ANSWER_PARAMETERS) url.searchParams.delete(name)
  return url.href
}

/** Returns the state in an authorization response; undefined if the state is missing or a parameter is repeated. */
export function stateOf(answer: URLSearchParams): string | undefined {
  const names = [...answer.keys()]
  return new Set(names).size === names.length ? (answer.get('state') ?? undefined) : undefined
}
