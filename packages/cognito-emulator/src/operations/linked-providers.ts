import type { Pool } from '../pools/pools.ts'
import { invalidParameter, ServiceError, userNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import { endSignIns } from '../tokens/end-sign-ins.ts'
import type { User } from '../users/user.ts'
import { namedProvider } from './identity-providers.ts'
import type { Input, Operations, Output } from './operation.ts'

/** Operations that link identities of external providers to a user of the pool. */
export const linkedProviderOperations: Operations = {
  AdminLinkProviderForUser: adminLinkProviderForUser,
  AdminDisableProviderForUser: adminDisableProviderForUser,
}

/** Provider name of users who sign in with a password of the pool. */
const NATIVE_PROVIDER = 'Cognito'
/** The attribute that lists the linked identities as JSON. */
const IDENTITIES = 'identities'
const MAX_IDENTITIES = 5

/** A linked identity in the format of the service's attribute. */
type Identity = {
  userId: string
  providerName: string
  providerType: string
  issuer: string | null
  primary: boolean
  dateCreated: number
}

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

/** Removes the link of an external identity. For the provider Cognito, removes the user's password instead. */
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
        identitiesOf(draft).filter((identity) => !isOf(identity, providerName, userId)),
      )
    }
  })
  return {}
}

function readProviderUser({ ProviderName, ProviderAttributeValue }: ProviderUser): {
  providerName: string
  userId: string
} {
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
  const { providerName, userId } = readProviderUser(providerUser)
  return users.list(pool).find((user) => identitiesOf(user).some((identity) => isOf(identity, providerName, userId)))
}

function isOf(identity: Identity, providerName: string, userId: string): boolean {
  return identity.providerName === providerName && identity.userId === userId
}

function identitiesOf({ attributes }: User): Identity[] {
  return JSON.parse(attributes[IDENTITIES] ?? '[]') as Identity[]
}

function writeIdentities(user: User, identities: Identity[]): void {
  if (identities.length > 0) user.attributes[IDENTITIES] = JSON.stringify(identities)
  else delete user.attributes[IDENTITIES]
}
