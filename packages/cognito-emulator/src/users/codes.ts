import { randomInt } from 'node:crypto'

import type { Clock, Deliver } from '../controls.ts'
import type { Pool } from '../pools.ts'
import { isSameSecret } from '../secrets.ts'
import { codeMismatch, expiredCode, invalidParameter, limitExceeded, type ServiceError } from '../service-error.ts'
import type { UserDirectory } from './user-directory.ts'
import type { SentCode, User } from './user.ts'

const CODE_DIGITS = 6
const CODE_ATTEMPTS = 5
const CODE_SECONDS = 24 * 3600
const PASSWORD_CODE_SECONDS = 3600

/** An attribute a code can be sent to. */
export type Destination = 'email' | 'phone_number'

/** What a code was sent for: the key under which the user's record holds it. */
export type CodePurpose = 'sign-up' | 'password' | `attribute:${string}`

/** What the service says about a code it sent. */
export type CodeDeliveryDetails = { AttributeName: Destination; DeliveryMedium: 'EMAIL' | 'SMS'; Destination: string }

/** Codes that a user's record keeps until they are answered. */
export type Codes = {
  /**
   * Makes a code, keeps it with the user and sends it; a code of the same purpose sent before no longer works.
   *
   * @throws {ServiceError} InvalidParameterException when the user has no such attribute.
   */
  send(pool: Pool, user: User, request: { purpose: CodePurpose; destination: Destination }): CodeDeliveryDetails
  /**
   * Uses up the user's code of one purpose and applies what it allows, in one write.
   *
   * @throws {ServiceError} CodeMismatchException, ExpiredCodeException, or LimitExceededException after five wrong codes.
   */
  redeem(pool: Pool, user: User, answer: { purpose: CodePurpose; code: string; apply: (user: User) => void }): User
}

/** Codes that are kept with the users and go out by `deliver`. */
export function createCodes({
  clock,
  users,
  deliver,
}: {
  clock: Clock
  users: UserDirectory
  deliver: Deliver
}): Codes {
  return {
    send(pool, user, { purpose, destination }) {
      const lifetimeSeconds = purpose === 'password' ? PASSWORD_CODE_SECONDS : CODE_SECONDS
      const expiresAtMs = clock.nowMs() + lifetimeSeconds * 1000
      const sent: SentCode = { code: createCode(), expiresAtMs, attemptsLeft: CODE_ATTEMPTS }
      const details = deliverCode(deliver, pool, user, { destination, code: sent.code })
      users.change(pool, user.username, ({ codes }) => {
        codes[purpose] = sent
      })
      return details
    },
    redeem(pool, user, { purpose, code, apply }) {
      let problem: ServiceError | undefined
      const changed = users.change(pool, user.username, (draft) => {
        problem = takeCode(draft, purpose, code, clock.nowMs())
        if (!problem) apply(draft)
      })
      if (problem) throw problem
      return changed
    },
  }
}

/** Six random digits. */
export function createCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/**
 * Sends a code to one of the user's attributes; who asks for it keeps it.
 *
 * @throws {ServiceError} InvalidParameterException when the user has no such attribute.
 */
export function deliverCode(
  deliver: Deliver,
  pool: Pool,
  user: User,
  { destination, code }: { destination: Destination; code: string },
): CodeDeliveryDetails {
  const address = user.attributes[destination]
  if (!address) throw invalidParameter(`User has no ${destination} to send a code to.`)
  const medium = destination === 'email' ? 'EMAIL' : 'SMS'
  deliver({ kind: 'CODE', userPoolId: pool.id, username: user.username, medium, destination: address, code })
  return { AttributeName: destination, DeliveryMedium: medium, Destination: maskDestination(address) }
}

/** What a request for a code answers when nobody has the name and the client must not learn that. */
export function imaginaryDelivery(name: string): CodeDeliveryDetails {
  const address = name.includes('@') ? name : `${name}@${name}`
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskDestination(address) }
}

/** Right, the code is gone; wrong, one of its attempts is. */
function takeCode(user: User, purpose: CodePurpose, code: string, nowMs: number): ServiceError | undefined {
  const sent = user.codes[purpose]
  if (!sent || nowMs >= sent.expiresAtMs) return expiredCode()
  if (sent.attemptsLeft <= 0) return limitExceeded()
  if (!isSameSecret(sent.code, code)) {
    sent.attemptsLeft -= 1
    return codeMismatch()
  }
  delete user.codes[purpose]
  return undefined
}

/** How clients see a destination: `a***@e***` or `+*******4567`. */
function maskDestination(destination: string): string {
  const [name = '', domain] = destination.split('@')
  if (domain !== undefined) return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`
  return `+${'*'.repeat(Math.max(destination.length - 5, 0))}${destination.slice(-4)}`
}
