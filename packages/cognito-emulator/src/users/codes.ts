import { randomInt } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import type { Deliver } from '../controls/outbox.ts'
import { sendMessage, type Sender } from '../messages/send-message.ts'
import type { Pool } from '../pools/pools.ts'
import { isSameSecret } from '../pools/secrets.ts'
import { codeMismatch, expiredCode, invalidParameter } from '../service-error.ts'
import type { MessageOccasion } from '../triggers/events.ts'
import type { AttemptLimits, Guessed, GuessKind, RequestKind } from './attempt-limits.ts'
import type { UserDirectory } from './user-directory.ts'
import type { Destination, SentCode, SentTo, User } from './user.ts'

const CODE_DIGITS = 6
const CODE_SECONDS = 24 * 3600
const PASSWORD_CODE_SECONDS = 3600

/** What a code was sent for: the key under which the user's record holds it. */
export type CodePurpose = 'sign-up' | 'password' | `attribute:${string}`

/** What the service says about a code it sent. */
export type CodeDeliveryDetails = { AttributeName: Destination; DeliveryMedium: 'EMAIL' | 'SMS'; Destination: string }

/** Which code goes where, and on which occasion, as the pool's message triggers are told. */
export type CodeRequest = {
  purpose: CodePurpose
  destination: Destination
  /** Where the code goes when it is not an address of the user yet. */
  newAddress?: string | undefined
  occasion: MessageOccasion
  clientMetadata?: Record<string, string> | undefined
}

/** Codes that a user's record keeps until they are answered. */
export type Codes = {
  /**
   * Makes a code, keeps it with the user and sends it; a code of the same purpose sent before no longer works.
   *
   * @throws {ServiceError} InvalidParameterException when the user has no such attribute; LimitExceededException when too
   *   many were asked for; what CustomMessage throws.
   */
  send(sender: Sender, user: User, request: CodeRequest): Promise<CodeDeliveryDetails>
  /** What `send` answers, and counts, when none is sent and the client must not learn that. @throws as `send` */
  pretend(guessed: Guessed, request: { purpose: CodePurpose; sentTo: SentTo }): CodeDeliveryDetails
  /**
   * Uses up the user's code of one purpose and applies what it allows, in one write. A code proves the address it was
   * sent to, and nothing once the user has another.
   *
   * @throws {ServiceError} CodeMismatchException, ExpiredCodeException, or LimitExceededException after too many wrong ones.
   */
  redeem(pool: Pool, user: User, answer: CodeAnswer): Promise<User>
}

/**
 * A code as a user gives it back. `allow` is called once it is right: what costs something to compute waits for that.
 * `hides`: whether there is a code at all is told only to who has it.
 */
export type CodeAnswer = { purpose: CodePurpose; code: string; allow: () => Edit | Promise<Edit>; hides?: boolean }
type Edit = (user: User, sent: SentCode) => void

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
    pretend(guessed, { purpose, sentTo }) {
      attemptLimits.countRequest(guessed, requestKindOf(purpose))
      return describeDelivery(sentTo)
    },
    async send(sender, user, { purpose, destination, newAddress, occasion, clientMetadata }) {
      const { pool } = sender
      attemptLimits.countRequest({ pool, ...user }, requestKindOf(purpose))
      const lifetimeSeconds = purpose === 'password' ? PASSWORD_CODE_SECONDS : CODE_SECONDS
      const expiresAtMs = clock.nowMs() + lifetimeSeconds * 1000
      const isNew = newAddress !== undefined
      const sentTo = isNew ? { destination, address: newAddress } : addressOf(user, destination)
      const sent: SentCode = { ...sentTo, code: createCode(), expiresAtMs, ...(isNew && { isNew }) }
      users.change(pool, user.username, ({ codes }) => {
        codes[purpose] = sent
      })
      return deliverCode(deliver, sender, user, { ...sent, occasion, clientMetadata })
    },
    async redeem(pool, user, { purpose, code, allow, hides = false }) {
      await attemptLimits.guess({ pool, ...user }, guessKindOf(purpose), () =>
        checkCode(users.get(pool, user.username), purpose, code, clock.nowMs(), hides),
      )
      const apply = await allow() // what it refuses, a password of the history, is no wrong code
      return users.change(pool, user.username, (draft) => {
        const sent = checkCode(draft, purpose, code, clock.nowMs(), hides) // used, or replaced, by another request?
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

/** Sends a code to an address; who asks for it keeps it. @throws {ServiceError} what CustomMessage throws */
export async function deliverCode(
  deliver: Deliver,
  sender: Sender,
  user: User,
  { destination, address, ...message }: SentTo & { code: string } & Pick<CodeRequest, 'occasion' | 'clientMetadata'>,
): Promise<CodeDeliveryDetails> {
  await sendMessage(deliver, sender, { ...message, user, medium: mediumOf(destination), destination: address })
  return describeDelivery({ destination, address })
}

/** What is said of a code that went, or seems to have gone, to an address. */
export function describeDelivery({ destination, address }: SentTo): CodeDeliveryDetails {
  return {
    AttributeName: destination,
    DeliveryMedium: mediumOf(destination),
    Destination: maskDestination(address.toLowerCase()),
  }
}

function mediumOf(destination: Destination): 'EMAIL' | 'SMS' {
  return destination === 'email' ? 'EMAIL' : 'SMS'
}

/** @throws {ServiceError} CodeMismatchException or ExpiredCodeException */
function checkCode(user: User, purpose: CodePurpose, code: string, nowMs: number, hides: boolean): SentCode {
  const sent = user.codes[purpose]
  const isRight = sent !== undefined && isSameSecret(sent.code, code)
  const isLive = sent !== undefined && nowMs < sent.expiresAtMs && (sent.isNew || hasAddress(user, sent))
  if (!isRight && (isLive || hides)) throw codeMismatch()
  if (!isLive) throw expiredCode()
  return sent
}

function requestKindOf(purpose: CodePurpose): RequestKind {
  return purpose === 'password' ? 'reset-request' : 'code-request'
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
