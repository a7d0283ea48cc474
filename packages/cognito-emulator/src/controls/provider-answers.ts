import { createOrders } from './orders.ts'

/** Incorrect responses and failures of a test provider. */
export const PROVIDER_ANSWERS = [
  'bad-signature',
  'other-key',
  'unsigned',
  'wrong-issuer',
  'wrong-audience',
  'wrong-nonce',
  'wrong-subject',
  'expired',
  'replayed-code',
  'cancelled',
  'server-error',
  'token-error',
] as const

/**
 * An incorrect response or a failure of a test provider:
 * - `bad-signature`, `other-key`, `unsigned`: the id token has a changed signature, is signed with a key that the provider
 *   does not publish, or has the algorithm `none`
 * - `wrong-issuer`, `wrong-audience`, `wrong-nonce`, `expired`: a claim of the id token has an incorrect value
 * - `wrong-subject`: userinfo contains the subject of another user
 * - `replayed-code`: the provider's token endpoint rejects the code, as if the code had already been redeemed
 * - `cancelled`: the provider returns `access_denied`, as if the user had clicked *Cancel*
 * - `server-error`: the provider returns `server_error`, as if the user had clicked *Fail*
 * - `token-error`: the provider's token endpoint returns status 500
 *
 * @example
 * const forged: ProviderAnswer = 'bad-signature'
 */
export type ProviderAnswer = (typeof PROVIDER_ANSWERS)[number]

/**
 * An order for incorrect responses to the next `times` sign-ins at a test provider. The default of `times` is 1. If
 * `provider` is omitted, the order applies to all test providers.
 *
 * @example
 * const twice: ProviderAnswerOrder = { provider: 'Google', times: 2, answer: 'cancelled' }
 */
export type ProviderAnswerOrder = { provider?: string; times?: number; answer: ProviderAnswer }

/** Incorrect responses that a test has requested from the test providers. */
export type ProviderAnswers = {
  /** Requests an incorrect response. @throws {RangeError} if `times` is not a positive integer. */
  order(order: ProviderAnswerOrder): void
  clear(): void
  /** Returns the oldest response that was requested for the provider. An order is used up after `times` sign-ins. */
  take(provider: string): ProviderAnswer | undefined
}

export function createProviderAnswers(): ProviderAnswers {
  const { order, clear, take } = createOrders<ProviderAnswerOrder>()
  return {
    order,
    clear,
    take: (answering) => take(({ provider }) => provider === undefined || provider === answering)?.answer,
  }
}
