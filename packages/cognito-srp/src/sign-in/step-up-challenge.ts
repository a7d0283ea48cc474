import type { ResponseHeaders } from '../errors.ts'

/** Authentication requirements of an API (RFC 9470 §4). */
export type StepUpChallenge = { acrValues?: string[]; maxAgeSeconds?: number }

/** Maximum length of a `WWW-Authenticate` header. Servers send much shorter headers. */
const MAX_HEADER_LENGTH = 8192

/**
 * Matches a parameter with a quoted or unquoted value, or the name of a scheme (RFC 9110 §11.2 and §11.6.1). No two alternatives
 * start with the same character, so matching takes linear time.
 */
const PART = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]*)))?/g

/**
 * Reads the authentication requirements from an API's response (RFC 9470). An API sends its requirements with status 401 if the
 * user's sign-in is too weak or too old. Returns undefined for a response without the error `insufficient_user_authentication`.
 *
 * @example
 * const response = await fetch('/api/payments', { method: 'POST', headers: { authorization: `Bearer ${await getAccessToken(client)}` } })
 * const required = readStepUpChallenge(response)
 * if (required) await stepUp(client, required)
 */
export function readStepUpChallenge(response: {
  readonly status: number
  readonly headers: ResponseHeaders
}): StepUpChallenge | undefined {
  const header = response.status === 401 ? response.headers.get('www-authenticate') : null
  if (!header || header.length > MAX_HEADER_LENGTH) return undefined
  const parameters = readChallenges(header).find(({ error }) => error === 'insufficient_user_authentication')
  if (!parameters) return undefined
  const acrValues = parameters['acr_values']?.split(' ').filter(Boolean) ?? []
  const maxAge = parameters['max_age'] ?? ''
  return {
    ...(acrValues.length > 0 && { acrValues }),
    ...(/^\d{1,15}$/.test(maxAge) && { maxAgeSeconds: Number(maxAge) }),
  }
}

/** Returns the parameters of each challenge. Parameter names are case-insensitive. */
function readChallenges(header: string): Record<string, string | undefined>[] {
  let parameters: Record<string, string | undefined> = Object.create(null)
  const challenges = [parameters]
  for (const [, name = '', quoted, plain] of header.matchAll(PART)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain
    if (value === undefined) challenges.push((parameters = Object.create(null)))
    else parameters[name.toLowerCase()] ??= value
  }
  return challenges
}
