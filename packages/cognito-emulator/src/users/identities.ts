import type { Pool } from '../pools/pools.ts'
import type { UserDirectory } from './user-directory.ts'
import type { User } from './user.ts'

/** Name of the attribute that lists a user's identities as JSON. */
const IDENTITIES = 'identities'

/** An identity of a user at an external provider, in the format of the service's attribute. */
export type Identity = {
  userId: string
  providerName: string
  providerType: string
  issuer: string | null
  primary: boolean
  dateCreated: number
}

/** Identifies a user at a provider. */
export type ProviderUserId = Pick<Identity, 'providerName' | 'userId'>

export function identitiesOf({ attributes }: User): Identity[] {
  return JSON.parse(attributes[IDENTITIES] ?? '[]') as Identity[]
}

/** Replaces the identities of a user. */
export function writeIdentities(user: User, identities: Identity[]): void {
  if (identities.length > 0) user.attributes[IDENTITIES] = JSON.stringify(identities)
  else delete user.attributes[IDENTITIES]
}

/** Whether an identity has the given provider and user id. */
export function isIdentityOf(identity: Identity, { providerName, userId }: ProviderUserId): boolean {
  return identity.providerName === providerName && identity.userId === userId
}

/** Returns the pool's user who has an identity. */
export function findByIdentity(users: UserDirectory, pool: Pool, of: ProviderUserId): User | undefined {
  return users.list(pool).find((user) => identitiesOf(user).some((identity) => isIdentityOf(identity, of)))
}
