import type { Caller, Pool, PoolRegistry } from '../pools/pools.ts'
import { checkSecretHash } from '../pools/secrets.ts'
import type { Services } from '../services.ts'
import { answerInEqualTime } from '../users/equal-time.ts'
import type { UserDirectory } from '../users/user-directory.ts'
import type { User } from '../users/user.ts'

// Whom a request is from, or about. A signed-in user is found by `tokens.verify`.

/** An operation that a client without a sign-in asks for by a user name: see {@link answerInEqualTime}. */
export function askedByName<Asked extends { ClientId: string }, Answer>(
  operation: (services: Services, input: Asked) => Promise<Answer>,
): (services: Services, input: Asked) => Promise<Answer> {
  return (services, input) =>
    answerInEqualTime(services.pools.callerOf(input.ClientId), () => operation(services, input))
}

/**
 * The client of a request on an account, its secret hash checked over the name as sent.
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
 * The client an administrator names with its pool.
 *
 * @throws {ServiceError} ResourceNotFoundException, of a client of another pool, too.
 */
export function callerIn(
  { pools }: { pools: PoolRegistry },
  { UserPoolId, ClientId }: { UserPoolId: string; ClientId: string },
): Caller {
  const pool = pools.get(UserPoolId)
  return { pool, client: pools.getClient(pool, ClientId) }
}

/** The pool and the user an administrator names. @throws {ServiceError} ResourceNotFoundException, UserNotFoundException */
export function namedUser(
  { pools, users }: { pools: PoolRegistry; users: UserDirectory },
  { UserPoolId, Username }: { UserPoolId: string; Username: string },
): { pool: Pool; user: User } {
  const pool = pools.get(UserPoolId)
  return { pool, user: users.get(pool, Username) }
}
