import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import { badToken, HttpProblem } from './problem.ts'

/** What Cognito wants of a token that asks about its user. Sign-ins by its API give it; OAuth clients must ask for it. */
export const SELF_SCOPE = 'aws.cognito.signin.user.admin'

/** How long an answer of the pool counts: so long a revoked token is good at most. */
const ANSWER_COUNTS_MS = 60_000

/** How long a token that the pool called good stays so while the pool cannot be asked. */
const GRACE_MS = 10 * 60_000

/** After a question that got no answer, so that a pool in trouble is not asked for every request. */
const PAUSE_MS = 5_000

const ANSWER_WITHIN_MS = 3_000

/** Tokens remembered at a time, as many as there are verified ones. */
const MAX_TOKENS = 10_000

/** Answers of GetUser by which a token is of no use any more, whoever holds it. */
const ENDED: ReadonlySet<string> = new Set([
  'NotAuthorizedException', // revoked, signed out globally, or the user was disabled
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
])

/** What the pool says of a token; rejects when it cannot be asked. */
export type AskPool = (token: string) => Promise<'good' | 'ended'>

/** What is known of a token, and the question about it that is on its way. */
type Knowledge = {
  verdict: 'good' | 'ended' | 'unknown'
  /** When the question was put that the verdict answers. */
  atMs: number
  failedAtMs: number
  asking: Promise<void> | null
}

/**
 * Asks a user pool about a token by the token itself: GetUser needs no other right
 * (https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_GetUser.html).
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
    throw new Error(`GetUser was answered ${response.status} ${type}.`)
  }
}

const errorSchema = z.object({ __type: z.string() })

/**
 * Refuses tokens that the pool has ended since they were issued: 401. The pool is asked about a token once a minute at
 * most, whoever uses it and however often. While it cannot be asked, a token that it called good in the last ten minutes
 * passes, and any other gets 503: an outage signs nobody out, and lets nobody in for longer than that.
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
  return badToken('token-revoked', 'The token was revoked, or its user signed out everywhere or deleted.')
}

function unknown(): HttpProblem {
  return new HttpProblem({
    status: 503,
    code: 'revocation-unknown',
    detail: 'The user pool could not be asked whether the token still counts.',
    where: 'header Authorization',
    headers: { 'Retry-After': String(PAUSE_MS / 1_000) },
  })
}
