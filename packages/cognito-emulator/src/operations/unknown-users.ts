import { hidesUnknownUsers, type Caller } from '../pools/pools.ts'
import { codeMismatch, userNotFound, type ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Guessed, GuessKind } from '../users/attempt-limits.ts'
import { recordAuthEvent } from '../users/auth-event-log.ts'
import type { CodeDeliveryDetails, CodeRequest } from '../users/codes.ts'
import type { Destination, SentTo, User } from '../users/user.ts'

// Operations on an account without a sign-in answer the same whether there is a user or not, where the client hides that.

/** A code that is asked for by name. */
type RequestByName = Omit<CodeRequest, 'destination'> & {
  occasion: 'ForgotPassword' | 'ResendCode'
  /** The addresses of a user that the code could go to, the first one first. */
  destinationsOf: (user: User) => Destination[]
  /** Why a user may have no such code. */
  refusalOf: (user: User) => ServiceError | undefined
  /** What is said when there is no such address. */
  noDestination: () => ServiceError
}

/** Nobody has the name, and the client may know. */
export function unknownUser(): ServiceError {
  return userNotFound('Username/client id combination not found.')
}

/**
 * Sends a code to the user of a name. To nobody, and to a user who may have none, it seems to be sent where the client must
 * not learn that: it is counted and described as one that is.
 *
 * @throws {ServiceError} LimitExceededException; where the client may know: UserNotFoundException, and why none is sent
 */
export async function sendOrPretend(
  { users, clock, codes, standIns }: Pick<Services, 'users' | 'clock' | 'codes' | 'standIns'>,
  caller: Caller,
  name: string,
  request: RequestByName,
): Promise<CodeDeliveryDetails> {
  const { pool } = caller
  const user = users.find(pool, name)
  if (user) recordAuthEvent({ users, clock }, pool, user, { type: request.occasion })
  const refusal = user ? request.refusalOf(user) : unknownUser()
  const [destination] = user && !refusal ? request.destinationsOf(user) : []
  if (user && destination) return codes.send(caller, user, { ...request, destination })
  if (!hidesUnknownUsers(caller)) throw refusal ?? request.noDestination()
  const addressOf = (subject: User): SentTo | undefined => {
    const [first] = request.destinationsOf(subject)
    return first && { destination: first, address: subject.attributes[first] ?? '' }
  }
  const sentTo = (user && addressOf(user)) ?? addressOf(standIns.of(pool, name)) ?? standIns.addressOf(name)
  return codes.pretend({ pool, ...(user ?? { username: name }) }, { purpose: request.purpose, sentTo })
}

/** What a code for a name that nobody has comes to: a wrong one, counted as such. @throws {ServiceError} always */
export function failForNobody(
  { attemptLimits }: Pick<Services, 'attemptLimits'>,
  guessed: Guessed,
  kind: GuessKind,
): Promise<never> {
  return attemptLimits.guess<never>(guessed, kind, () => {
    throw codeMismatch()
  })
}
