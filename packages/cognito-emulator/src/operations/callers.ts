import type { Caller, Pool, PoolRegistry } from '../pools/pools.ts'
import { checkSecretHash } from '../pools/secrets.ts'
import type { Services } from '../services.ts'
import { answerInEqualTime } from '../users/equal-time.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { User } from '../users/user.ts'

// Finds the client, the pool and the user of a request. `tokens.verify` finds the user of an access token.

/**
 * Wraps an operation that names a user but does not require a sign-in. If the client hides unknown users, the duration of
 * the wrapped operation does not reveal whether the user exists (see {@link answerInEqualTime}).
 */
export function inEqualTime<RequestInput extends { ClientId: string }, Answer>(
  operation: (services: Services, input: RequestInput) => Promise<Answer>,
): (services: Services, input: RequestInput) => Promise<Answer> {
  return (services, input) =>
    answerInEqualTime(services.pools.callerOf(input.ClientId), () => operation(services, input))
}

/**
 * Returns the client of a request after checking the secret hash. The hash must be computed from the user name as sent.
 *
 * @throws {ServiceError} ResourceNotFoundException, NotAuthorizedException
 */
export function checkedCaller(
  { pools }: { pools: PoolRegistry },
  { ClientId, Username, SecretHash }: { ClientId: string; Username: string; SecretHash?: string | undefined },
): Caller {
  const caller = pools.callerOf(ClientId)
  checkSecretHash(caller.client, [Username], SecretHash)
  return caller
}

/**
 * Returns the client of an administrator's request.
 *
 * @throws {ServiceError} ResourceNotFoundException for an unknown client, or a client of another pool.
 */
export function callerIn(
  { pools }: { pools: PoolRegistry },
  { UserPoolId, ClientId }: { UserPoolId: string; ClientId: string },
): Caller {
  const pool = pools.get(UserPoolId)
  return { pool, client: pools.getClient(pool, ClientId) }
}

/**
 * Returns the pool and the user of an administrator's request.
 *
 * @throws {ServiceError} ResourceNotFoundException, UserNotFoundException
 */
export function namedUser(
  { pools, users }: { pools: PoolRegistry; users: UserDirectory },
  { UserPoolId, Username }: { UserPoolId: string; Username: string },
): { pool: Pool; user: User } {
  const pool = pools.get(UserPoolId)
  return { pool, user: users.get(pool, Username) }
}
