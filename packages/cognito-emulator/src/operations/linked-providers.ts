import type { Pool } from '../pools/pools.ts'
import { invalidParameter, ServiceError, userNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import { endSignIns } from '../tokens/end-sign-ins.ts'
import {
  findByIdentity,
  identitiesOf,
  isIdentityOf,
  writeIdentities,
  type ProviderUserId,
} from '../users/identities.ts'
import type { User } from '../users/user.ts'
import { namedProvider } from './identity-providers.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Operations that link identities of external providers to users of the pool, or remove the links. */
export const linkedProviderOperations: Operations = {
  AdminLinkProviderForUser: adminLinkProviderForUser,
  AdminDisableProviderForUser: adminDisableProviderForUser,
}

/** Provider name of users who sign in with a password of the pool. */
const NATIVE_PROVIDER = 'Cognito'
const MAX_IDENTITIES = 5

type ProviderUser = Input<'AdminDisableProviderForUser'>['User']

function adminLinkProviderForUser(
  services: Pick<Services, 'pools' | 'users' | 'clock' | 'database'>,
  { UserPoolId, DestinationUser, SourceUser }: Input<'AdminLinkProviderForUser'>,
): Output<'AdminLinkProviderForUser'> {
  const { users, clock } = services
  const pool = services.pools.get(UserPoolId)
  const { providerName, userId } = readProviderUser(SourceUser)
  if (providerName === NATIVE_PROVIDER) {
    throw invalidParameter('SourceUser must be a user of an external provider, not of the user pool.')
  }
  const { ProviderType } = namedProvider(services, { UserPoolId, ProviderName: providerName })
  const user = findUser(services, pool, DestinationUser)
  if (linkedUser(services, pool, SourceUser)) throw invalidParameter('SourceUser is already linked to a user.')
  users.change(pool, user.username, (draft) => {
    const identities = identitiesOf(draft)
    if (identities.length >= MAX_IDENTITIES) {
      throw new ServiceError('LimitExceededException', `A user can have at most ${MAX_IDENTITIES} linked identities.`)
    }
    const identity = { userId, providerName, providerType: ProviderType ?? providerName, issuer: null, primary: false }
    writeIdentities(draft, [...identities, { ...identity, dateCreated: clock.nowMs() }])
  })
  return {}
}

/** Removes the link to an external identity. For the provider Cognito, removes the user's password instead. */
function adminDisableProviderForUser(
  services: Pick<Services, 'pools' | 'users' | 'authSessions'>,
  { UserPoolId, User: providerUser }: Input<'AdminDisableProviderForUser'>,
): Output<'AdminDisableProviderForUser'> {
  const pool = services.pools.get(UserPoolId)
  const { providerName, userId } = readProviderUser(providerUser)
  const user = findUser(services, pool, providerUser)
  services.users.change(pool, user.username, (draft) => {
    if (providerName === NATIVE_PROVIDER) {
      delete draft.password
      endSignIns(services, pool, draft)
    } else {
      writeIdentities(
        draft,
        identitiesOf(draft).filter((identity) => !isIdentityOf(identity, { providerName, userId })),
      )
    }
  })
  return {}
}

function readProviderUser({ ProviderName, ProviderAttributeValue }: ProviderUser): ProviderUserId {
  if (!ProviderName || !ProviderAttributeValue) {
    throw invalidParameter('ProviderName and ProviderAttributeValue are required.')
  }
  return { providerName: ProviderName, userId: ProviderAttributeValue }
}

/** @throws {ServiceError} UserNotFoundException */
function findUser(services: Pick<Services, 'users'>, pool: Pool, providerUser: ProviderUser): User {
  const { providerName, userId } = readProviderUser(providerUser)
  if (providerName === NATIVE_PROVIDER) return services.users.get(pool, userId)
  const user = linkedUser(services, pool, providerUser)
  if (!user) throw userNotFound()
  return user
}

function linkedUser({ users }: Pick<Services, 'users'>, pool: Pool, providerUser: ProviderUser): User | undefined {
  return findByIdentity(users, pool, readProviderUser(providerUser))
}
