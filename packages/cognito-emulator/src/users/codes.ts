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

/** Purpose of a code, which is the code's key in the user's record. */
export type CodePurpose = 'sign-up' | 'password' | `attribute:${string}`

/** The service's description of a sent code. */
export type CodeDeliveryDetails = { AttributeName: Destination; DeliveryMedium: 'EMAIL' | 'SMS'; Destination: string }

/** Purpose and destination of a code, and its occasion for the pool's message triggers. */
export type CodeRequest = {
  purpose: CodePurpose
  destination: Destination
  /** Destination of the code if the user does not have this address yet. */
  newAddress?: string | undefined
  occasion: MessageOccasion
  clientMetadata?: Record<string, string> | undefined
}

/** Codes that are stored with the user until they are used. */
export type Codes = {
  /**
   * Creates a code, stores it with the user and sends it. An earlier code with the same purpose no longer works.
   *
   * @throws {ServiceError} InvalidParameterException if the user has no such attribute; LimitExceededException if too many
   *   codes were requested; the error from CustomMessage.
   */
  send(sender: Sender, user: User, request: CodeRequest): Promise<CodeDeliveryDetails>
  /**
   * Counts a request and returns the same result as `send` without sending a code, so that the client does not notice.
   *
   * @throws {ServiceError} LimitExceededException if too many codes were requested.
   */
  pretend(guessed: Guessed, request: { purpose: CodePurpose; sentTo: SentTo }): CodeDeliveryDetails
  /**
   * Redeems the user's code for a purpose and applies the change that the code allows, in one write. A code proves only
   * the address that it was sent to, and is invalid if the user no longer has that address.
   *
   * @throws {ServiceError} CodeMismatchException; ExpiredCodeException; LimitExceededException after too many wrong codes;
   *   the error from `allow`.
   */
  redeem(pool: Pool, user: User, answer: CodeAnswer): Promise<User>
}

/**
 * A code that a user entered. `allow` is called only if the code is right, because `allow` can be expensive. With `hides`,
 * a wrong code gets the same error whether or not a code was sent.
 */
export type CodeAnswer = { purpose: CodePurpose; code: string; allow: () => Edit | Promise<Edit>; hides?: boolean }
type Edit = (user: User, sent: SentCode) => void

/** Creates the code service, which stores codes with the users and sends them with `deliver`. */
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
      const apply = await allow() // an error here, such as a reused password, does not mean a wrong code
      return users.change(pool, user.username, (draft) => {
        const sent = checkCode(draft, purpose, code, clock.nowMs(), hides) // another request may have used the code
        delete draft.codes[purpose]
        apply(draft, sent)
      })
    },
  }
}

/** Returns six random digits. */
export function createCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** Returns the address for a code. @throws {ServiceError} InvalidParameterException if the user has no such address. */
export function addressOf({ attributes }: User, destination: Destination): SentTo {
  const address = attributes[destination]
  if (!address) throw invalidParameter(`User has no ${destination} to send a code to.`)
  return { destination, address }
}

/** Whether the user still has the address that a code was sent to. */
export function hasAddress({ attributes }: User, { destination, address }: SentTo): boolean {
  return attributes[destination] === address
}

/** Sends a code to an address. The caller stores the code. @throws {ServiceError} the error from CustomMessage */
export async function deliverCode(
  deliver: Deliver,
  sender: Sender,
  user: User,
  { destination, address, ...message }: SentTo & { code: string } & Pick<CodeRequest, 'occasion' | 'clientMetadata'>,
): Promise<CodeDeliveryDetails> {
  await sendMessage(deliver, sender, { ...message, user, medium: mediumOf(destination), destination: address })
  return describeDelivery({ destination, address })
}

/** Describes a code that was sent, or seems to have been sent, to an address. */
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

/** Masks a destination for clients: `a***@e***` or `+*******4567`. */
function maskDestination(destination: string): string {
  const [name = '', domain] = destination.split('@')
  if (domain !== undefined) return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`
  return `+${'*'.repeat(Math.max(destination.length - 5, 0))}${destination.slice(-4)}`
}
