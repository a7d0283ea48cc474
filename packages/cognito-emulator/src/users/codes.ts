import { randomInt } from 'node:crypto'

import type { Clock, Deliver } from '../controls.ts'
import type { Pool } from '../pools.ts'
import { isSameSecret } from '../secrets.ts'
import { codeMismatch, expiredCode, invalidParameter } from '../service-error.ts'
import type { AttemptLimits, GuessKind } from './attempt-limits.ts'
import type { UserDirectory } from './user-directory.ts'
import type { Destination, SentCode, SentTo, User } from './user.ts'

const CODE_DIGITS = 6
const CODE_SECONDS = 24 * 3600
const PASSWORD_CODE_SECONDS = 3600

/** What a code was sent for: the key under which the user's record holds it. */
export type CodePurpose = 'sign-up' | 'password' | `attribute:${string}`

/** What the service says about a code it sent. */
export type CodeDeliveryDetails = { AttributeName: Destination; DeliveryMedium: 'EMAIL' | 'SMS'; Destination: string }

/** Codes that a user's record keeps until they are answered. */
export type Codes = {
  /**
   * Makes a code, keeps it with the user and sends it; a code of the same purpose sent before no longer works.
   *
   * @throws {ServiceError} InvalidParameterException when the user has no such attribute; LimitExceededException when too
   *   many were asked for.
   */
  send(pool: Pool, user: User, request: { purpose: CodePurpose; destination: Destination }): CodeDeliveryDetails
  /** What a request for a code answers when nobody has the name and the client must not learn that. @throws as `send` */
  sendToNobody(pool: Pool, name: string): CodeDeliveryDetails
  /**
   * Uses up the user's code of one purpose and applies what it allows, in one write. A code proves the address it was
   * sent to, and nothing once the user has another.
   *
   * @throws {ServiceError} CodeMismatchException, ExpiredCodeException, or LimitExceededException after too many wrong ones.
   */
  redeem(pool: Pool, user: User, answer: CodeAnswer): Promise<User>
}

/** A code as a user gives it back. `allow` is called once it is right: what costs something to compute waits for that. */
export type CodeAnswer = { purpose: CodePurpose; code: string; allow: () => Edit | Promise<Edit> }
type Edit = (user: User, sentTo: SentTo) => void

/** Codes that are kept with the users and go out by `deliver`. */
export function createCodes({
  clock,
  users,
  deliver,
  attemptLimits,
}: {
  clock: Clock
  users: UserDirectory
  deliver: Deliver
  attemptLimits: AttemptLimits
}): Codes {
  return {
    sendToNobody(pool, name) {
      attemptLimits.countRequest({ pool, username: name })
      return imaginaryDelivery(name)
    },
    send(pool, user, { purpose, destination }) {
      attemptLimits.countRequest({ pool, ...user })
      const lifetimeSeconds = purpose === 'password' ? PASSWORD_CODE_SECONDS : CODE_SECONDS
      const expiresAtMs = clock.nowMs() + lifetimeSeconds * 1000
      const sent: SentCode = { ...addressOf(user, destination), code: createCode(), expiresAtMs }
      users.change(pool, user.username, ({ codes }) => {
        codes[purpose] = sent
      })
      return deliverCode(deliver, pool, user, sent)
    },
    async redeem(pool, user, { purpose, code, allow }) {
      const apply = await attemptLimits.guess({ pool, ...user }, guessKindOf(purpose), () => {
        checkCode(users.get(pool, user.username), purpose, code, clock.nowMs())
        return allow()
      })
      return users.change(pool, user.username, (draft) => {
        const sent = checkCode(draft, purpose, code, clock.nowMs()) // used, or replaced, by another request?
        delete draft.codes[purpose]
        apply(draft, sent)
      })
    },
  }
}

/** Six random digits. */
export function createCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** The address a code can go to. @throws {ServiceError} InvalidParameterException when the user has none of this kind. */
export function addressOf({ attributes }: User, destination: Destination): SentTo {
  const address = attributes[destination]
  if (!address) throw invalidParameter(`User has no ${destination} to send a code to.`)
  return { destination, address }
}

/** Whether the user still has the address that a code was sent to. */
export function hasAddress({ attributes }: User, { destination, address }: SentTo): boolean {
  return attributes[destination] === address
}

/** Sends a code to an address; who asks for it keeps it. */
export function deliverCode(
  deliver: Deliver,
  pool: Pool,
  { username }: Pick<User, 'username'>,
  { destination, address, code }: SentTo & { code: string },
): CodeDeliveryDetails {
  const medium = destination === 'email' ? 'EMAIL' : 'SMS'
  deliver({ kind: 'CODE', userPoolId: pool.id, username, medium, destination: address, code })
  return { AttributeName: destination, DeliveryMedium: medium, Destination: maskDestination(address) }
}

function imaginaryDelivery(name: string): CodeDeliveryDetails {
  const address = name.includes('@') ? name : `${name}@${name}`
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskDestination(address) }
}

/** @throws {ServiceError} CodeMismatchException or ExpiredCodeException */
function checkCode(user: User, purpose: CodePurpose, code: string, nowMs: number): SentCode {
  const sent = user.codes[purpose]
  if (!sent || nowMs >= sent.expiresAtMs || !hasAddress(user, sent)) throw expiredCode()
  if (!isSameSecret(sent.code, code)) throw codeMismatch()
  return sent
}

function guessKindOf(purpose: CodePurpose): GuessKind {
  if (purpose === 'sign-up') return 'sign-up-code'
  return purpose === 'password' ? 'reset-code' : 'attribute-code'
}

/** How clients see a destination: `a***@e***` or `+*******4567`. */
function maskDestination(destination: string): string {
  const [name = '', domain] = destination.split('@')
  if (domain !== undefined) return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`
  return `+${'*'.repeat(Math.max(destination.length - 5, 0))}${destination.slice(-4)}`
}
