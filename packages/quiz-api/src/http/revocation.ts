import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import { badToken, HttpProblem } from './problem.ts'

/**
 * Scope that a token needs for GetUser. Sign-ins through Cognito's API include this scope, but OAuth clients must
 * request it.
 */
export const SELF_SCOPE = 'aws.cognito.signin.user.admin'

/**
 * Time for which a response from the pool is cached, and therefore the longest time that a revoked token stays accepted
 * while the pool can be reached.
 */
const ANSWER_COUNTS_MS = 60_000

/** Time for which a confirmed token stays accepted while the pool is unreachable. */
const GRACE_MS = 10 * 60_000

/** Pause after a failed call, so that a struggling pool does not get a call for every request. */
const PAUSE_MS = 5_000

const ANSWER_WITHIN_MS = 3_000

/** Maximum number of cached tokens, the same as for verified tokens. */
const MAX_TOKENS = 10_000

/** Error types from GetUser that mean that the token is no longer valid. */
const ENDED: ReadonlySet<string> = new Set([
  'NotAuthorizedException', // revoked, signed out globally, or the user was disabled
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
])

/** Asks the pool about a token. The promise rejects if the pool is unreachable or its response is unclear. */
export type AskPool = (token: string) => Promise<'good' | 'ended'>

/** The last verdict on a token, and the pending call that checks the token. */
type Knowledge = {
  verdict: 'good' | 'ended' | 'unknown'
  /** Time at which the call for the verdict was made. */
  atMs: number
  failedAtMs: number
  asking: Promise<void> | null
}

/**
 * Creates a function that checks a token with a user pool. The function calls GetUser with this token, which needs no
 * other permission (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUser.html).
 *
 * @param endpoint `https://cognito-idp.<region>.amazonaws.com/`
 */
export function askCognito(endpoint: string | URL, fetchNow: typeof fetch = fetch): AskPool {
  return async (token) => {
    const response = await fetchNow(endpoint, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': 'AWSCognitoIdentityProviderService.GetUser',
      },
      body: JSON.stringify({ AccessToken: token }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (response.ok) {
      await response.body?.cancel()
      return 'good'
    }
    const { data } = errorSchema.safeParse(await response.json())
    const type = data?.__type.split('#').at(-1) ?? ''
    if (response.status === 400 && ENDED.has(type)) return 'ended'
    throw new Error(`GetUser returned ${response.status} ${type}.`)
  }
}

const errorSchema = z.object({ __type: z.string() })

/**
 * Creates a check that rejects revoked tokens with status 401. The check calls the pool at most once a minute for each
 * token, or every five seconds after a failed call. While the pool is unreachable, tokens that the pool confirmed in
 * the last ten minutes are accepted, tokens that the pool has rejected still get status 401, and all others get status
 * 503. During an outage, users are therefore not signed out immediately, but a token stays accepted for at most ten
 * minutes.
 */
export function createRevocationCheck(
  ask: AskPool,
  now: () => number,
  maxTokens: number = MAX_TOKENS,
): (token: string) => Promise<void> {
  const tokens = new LRUCache<string, Knowledge>({ max: maxTokens })

  async function inquire(token: string, knowledge: Knowledge): Promise<void> {
    const askedAtMs = now()
    try {
      knowledge.verdict = await ask(token)
      knowledge.atMs = askedAtMs
    } catch {
      knowledge.failedAtMs = now()
    } finally {
      knowledge.asking = null
    }
  }

  return async (token) => {
    const knowledge = tokens.get(token) ?? { verdict: 'unknown', atMs: -Infinity, failedAtMs: -Infinity, asking: null }
    tokens.set(token, knowledge)
    const isDue = now() - knowledge.atMs >= ANSWER_COUNTS_MS && now() - knowledge.failedAtMs >= PAUSE_MS
    if (isDue) knowledge.asking ??= inquire(token, knowledge)
    if (now() - knowledge.atMs >= ANSWER_COUNTS_MS) await knowledge.asking
    if (knowledge.verdict === 'ended') throw ended()
    if (knowledge.verdict === 'unknown' || now() - knowledge.atMs >= GRACE_MS) throw unknown()
  }
}

function ended(): HttpProblem {
  return badToken('token-revoked', 'The token was revoked, or its user was signed out everywhere or deleted.')
}

function unknown(): HttpProblem {
  return new HttpProblem({
    status: 503,
    code: 'revocation-unknown',
    detail: 'The user pool could not be asked whether the token is still valid.',
    where: 'header Authorization',
    headers: { 'Retry-After': String(PAUSE_MS / 1_000) },
  })
}
