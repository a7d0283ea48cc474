import { hidesUnknownUsers, type Caller } from '../pools/pools.ts'
import { codeMismatch, userNotFound, type ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Guessed, GuessKind } from '../users/attempt-limits.ts'
import { recordAuthEvent } from '../users/auth-event-log.ts'
import type { CodeDeliveryDetails, CodeRequest } from '../users/codes.ts'
import type { Destination, SentTo, User } from '../users/user.ts'

// If a client hides unknown users, operations that do not require a sign-in, except SignUp, respond as if every user existed.

/** A request to send a code to a user who is identified by name. */
type RequestByName = Omit<CodeRequest, 'destination'> & {
  occasion: 'ForgotPassword' | 'ResendCode'
  /** Returns the user's addresses to which the code can be sent, in order of preference. */
  destinationsOf: (user: User) => Destination[]
  /** Returns the error for a user who cannot receive this code, or undefined if the user can receive the code. */
  errorFor: (user: User) => ServiceError | undefined
  /** Returns the error for a user without a suitable address. */
  noDestination: () => ServiceError
}

/** Returns the error for an unknown user name, for clients that do not hide unknown users. */
export function unknownUser(): ServiceError {
  return userNotFound('Username/client id combination not found.')
}

/**
 * Sends a code to a user. If the user is unknown or cannot receive the code, and the client hides unknown users, the
 * function only pretends to send a code. A pretended code is counted and described like a real code.
 *
 * @throws {ServiceError} LimitExceededException or the error from CustomMessage. If the client does not hide unknown users,
 *   also UserNotFoundException or the error for a user who cannot receive the code.
 */
export async function sendOrPretend(
  { users, clock, codes, decoyUsers }: Pick<Services, 'users' | 'clock' | 'codes' | 'decoyUsers'>,
  caller: Caller,
  name: string,
  request: RequestByName,
): Promise<CodeDeliveryDetails> {
  const { pool } = caller
  const user = users.find(pool, name)
  if (user) recordAuthEvent({ users, clock }, pool, user, { type: request.occasion })
  const error = user ? request.errorFor(user) : unknownUser()
  const [destination] = user && !error ? request.destinationsOf(user) : []
  if (user && destination) return codes.send(caller, user, { ...request, destination })
  if (!hidesUnknownUsers(caller)) throw error ?? request.noDestination()
  const addressOf = (subject: User): SentTo | undefined => {
    const [first] = request.destinationsOf(subject)
    return first && { destination: first, address: subject.attributes[first] ?? '' }
  }
  const sentTo = (user && addressOf(user)) ?? addressOf(decoyUsers.of(pool, name)) ?? decoyUsers.addressOf(name)
  return codes.pretend({ pool, ...(user ?? { username: name }) }, { purpose: request.purpose, sentTo })
}

/**
 * Counts a code for an unknown or already confirmed user as a wrong guess, and rejects the code.
 *
 * @throws {ServiceError} always
 */
export function rejectUnknownUser(
  { attemptLimits }: Pick<Services, 'attemptLimits'>,
  guessed: Guessed,
  kind: GuessKind,
): Promise<never> {
  return attemptLimits.guess<never>(guessed, kind, () => {
    throw codeMismatch()
  })
}
