import type { ResponseHeaders } from '../errors.ts'

/** Authentication that an API requires (RFC 9470 §4). */
export type StepUpChallenge = { acrValues?: string[]; maxAgeSeconds?: number }

/** Maximum length of a header, far above the length that servers send. */
const MAX_HEADER_LENGTH = 8192

/**
 * A parameter with its quoted or plain value, or else the name of a scheme (RFC 9110 §11.2 and §11.6.1). The alternatives start
 * differently, so matching takes linear time.
 */
const PART = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]*)))?/g

/**
 * Reads the requirements of an API that rejected a request because the user's sign-in is too weak or too old (RFC 9470). Returns
 * undefined for any other response.
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

/** Returns the parameters of each challenge. Names of parameters are case-insensitive. */
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
