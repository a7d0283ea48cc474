import { randomInt, timingSafeEqual } from 'node:crypto'

import { codeMismatch, expiredCode, invalidParameter, limitExceeded, type ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Pool } from '../pools.ts'
import { sha256 } from '../srp/group.ts'
import type { SentCode, User } from '../users/user.ts'
import { maskDestination, type Deliver } from './outbox.ts'

const CODE_DIGITS = 6
const CODE_ATTEMPTS = 5
const CODE_SECONDS = 24 * 3600
const PASSWORD_CODE_SECONDS = 3600

/** An attribute a code can be sent to. */
export type Destination = 'email' | 'phone_number'

/** What the service says about a code it sent. */
export type CodeDeliveryDetails = { AttributeName: Destination; DeliveryMedium: 'EMAIL' | 'SMS'; Destination: string }

/** Six random digits. */
export function createCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/**
 * Sends a code to one of the user's attributes.
 *
 * @throws {ServiceError} InvalidParameterException when the user has no such attribute.
 */
export function sendCode(
  deliver: Deliver,
  pool: Pool,
  user: User,
  destination: Destination,
  code: string,
): CodeDeliveryDetails {
  const address = user.attributes[destination]
  if (!address) throw invalidParameter(`User has no ${destination} to send a code to.`)
  const medium = destination === 'email' ? 'EMAIL' : 'SMS'
  deliver({ userPoolId: pool.id, username: user.username, medium, destination: address, code })
  return { AttributeName: destination, DeliveryMedium: medium, Destination: maskDestination(address) }
}

/** What a code was sent for: the key under which the user's record holds it. */
export type CodePurpose = 'sign-up' | 'password' | `attribute:${string}`

/**
 * Makes a code, keeps it with the user and sends it; a code of the same purpose sent before no longer works.
 *
 * @throws {ServiceError} InvalidParameterException when the user has no such attribute.
 */
export function sendUserCode(
  { clock, users, deliver }: Services,
  pool: Pool,
  user: User,
  { purpose, destination }: { purpose: CodePurpose; destination: Destination },
): CodeDeliveryDetails {
  const lifetimeSeconds = purpose === 'password' ? PASSWORD_CODE_SECONDS : CODE_SECONDS
  const expiresAtMs = clock.nowMs() + lifetimeSeconds * 1000
  const sent: SentCode = { code: createCode(), expiresAtMs, attemptsLeft: CODE_ATTEMPTS }
  const details = sendCode(deliver, pool, user, destination, sent.code)
  users.change(pool, user.username, ({ codes }) => {
    codes[purpose] = sent
  })
  return details
}

/**
 * Uses up the user's code of one purpose and applies what it allows, in one write.
 *
 * @throws {ServiceError} CodeMismatchException, ExpiredCodeException, or LimitExceededException after five wrong codes.
 */
export function redeemCode(
  { clock, users }: Services,
  pool: Pool,
  user: User,
  { purpose, code, apply }: { purpose: CodePurpose; code: string; apply: (user: User) => void },
): User {
  let refusal: ServiceError | undefined
  const changed = users.change(pool, user.username, (draft) => {
    refusal = takeCode(draft, purpose, code, clock.nowMs())
    if (!refusal) apply(draft)
  })
  if (refusal) throw refusal
  return changed
}

/** Right, the code is gone; wrong, one of its attempts is. */
function takeCode(user: User, purpose: CodePurpose, code: string, nowMs: number): ServiceError | undefined {
  const sent = user.codes[purpose]
  if (!sent || nowMs >= sent.expiresAtMs) return expiredCode()
  if (sent.attemptsLeft <= 0) return limitExceeded()
  if (!isSameCode(sent.code, code)) {
    sent.attemptsLeft -= 1
    return codeMismatch()
  }
  delete user.codes[purpose]
  return undefined
}

/** Compares two codes in a time that tells nothing. */
export function isSameCode(expected: string, given: string): boolean {
  return timingSafeEqual(sha256(expected), sha256(given))
}
