import * as z from 'zod/mini'

/**
 * Maximum number of flaws in an error response. Even for a body with 10,000 invalid entries, a few flaws are enough to
 * find the mistake.
 */
export const MAX_FLAWS = 20

const flawSchema = z.strictObject({ path: z.string(), message: z.string() })

/** One error in a body, with its path (such as `questionsStats.q1.tries`) and the reason. */
export type Flaw = z.infer<typeof flawSchema>

/** Error codes for programs. quiz-api's README explains how to handle each code. */
const codeSchema = z.enum([
  'invalid-json',
  'invalid-encoding',
  'invalid-body',
  'incomplete-body',
  'invalid-entity-tag',
  'token-missing',
  'token-malformed',
  'token-expired',
  'token-signature',
  'token-algorithm',
  'token-key-unknown',
  'token-issuer',
  'token-use',
  'token-client',
  'token-claims',
  'token-scope',
  'token-revoked',
  'authentication-insufficient',
  'foreign-id',
  'xsrf-token',
  'foreign-origin',
  'stats-not-found',
  'not-found',
  'method-not-allowed',
  'precondition-failed',
  'body-too-large',
  'body-too-slow',
  'invalid-host',
  'too-many-writes',
  'internal',
  'keys-unavailable',
  'revocation-unknown',
  'store-busy',
])

/** An error code of {@link problemSchema}. */
export type ProblemCode = z.infer<typeof codeSchema>

/** An error response of type `application/problem+json` (RFC 9457), with three members of our own. */
export const problemSchema = z.strictObject({
  title: z.string(),
  status: z.int().check(z.gte(400), z.lte(599)),
  /** Description for developers. The description never contains a token, a body or the name of another user. */
  detail: z.string(),
  code: codeSchema,
  /** The part of the request that is wrong, such as `header If-Match`, `body.id` or `path`. */
  where: z.string(),
  flaws: z.exactOptional(z.array(flawSchema).check(z.minLength(1), z.maxLength(MAX_FLAWS))),
})

/** See {@link problemSchema}. */
export type Problem = z.infer<typeof problemSchema>
