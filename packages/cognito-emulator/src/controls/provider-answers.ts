import { createOrders } from './orders.ts'

/** Answers of a test provider that Cognito refuses. */
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
 * A false or failed answer of a test provider:
 * - `bad-signature`, `other-key`, `unsigned`: the id token has a changed signature, is signed with a key that the provider
 *   does not publish, or has the algorithm `none`
 * - `wrong-issuer`, `wrong-audience`, `wrong-nonce`, `expired`: a claim of the id token is false
 * - `wrong-subject`: userinfo describes another user than the id token
 * - `replayed-code`: the code was already redeemed
 * - `cancelled`: the provider returns `access_denied`, as after a click on *Cancel*
 * - `server-error`: the provider returns `server_error`, as after a click on *Fail*
 * - `token-error`: the provider's token endpoint returns status 500
 *
 * @example
 * const forged: ProviderAnswer = 'bad-signature'
 */
export type ProviderAnswer = (typeof PROVIDER_ANSWERS)[number]

/**
 * Order for the answer of a test provider to the next `times` sign-ins (default 1). Without `provider`, the order
 * applies to every provider.
 *
 * @example
 * const twice: ProviderAnswerOrder = { provider: 'Google', times: 2, answer: 'cancelled' }
 */
export type ProviderAnswerOrder = { provider?: string; times?: number; answer: ProviderAnswer }

/** Orders of a test for false answers, which the emulator must refuse. */
export type ProviderAnswers = {
  /** Adds an order. @throws {RangeError} if `times` is not a positive integer. */
  order(order: ProviderAnswerOrder): void
  clear(): void
  /** Returns the answer in the oldest order that matches the provider. */
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
