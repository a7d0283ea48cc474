import type { Clock } from '../controls/clock.ts'
import type { UserPoolConfig } from '../options/pool-options.ts'
import type { UserConfig } from '../options/user-options.ts'
import type { Pool, PoolRegistry } from '../pools/pools.ts'
import { createPasswordRecord } from '../srp/handshake.ts'
import { checkNewAttributes } from './attributes.ts'
import type { Groups } from './group-directory.ts'
import type { UserDirectory } from './user-directory.ts'
import { srpIdentity, temporaryPasswordExpiryMs } from './user-passwords.ts'
import { newAccount, type MfaSettings, type User } from './user.ts'

type SeedServices = { pools: PoolRegistry; users: UserDirectory; groups: Groups; clock: Clock }

const ADDRESSES = ['email', 'phone_number']

/**
 * Creates the configured groups and users that do not exist yet. Existing groups and users keep their changes.
 *
 * @throws {Error} if a user cannot be created as configured. The message contains the user name.
 */
export function seedUsers({ pools, users, groups, clock }: SeedServices, config: UserPoolConfig): void {
  const { id, users: configs = [] } = config
  const pool = pools.get(id)
  groups.seed(pool, config)
  for (const configured of configs) {
    if (users.find(pool, configured.username)) continue
    try {
      users.create(pool, toUser(pool, configured, clock.nowMs()))
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`User ${configured.username} of pool ${id} cannot be created: ${reason}`, { cause })
    }
  }
}

function toUser(pool: Pool, config: UserConfig, nowMs: number): User {
  const { attributes: given = {}, status = 'CONFIRMED' } = config
  const attributes = status === 'UNCONFIRMED' ? given : verifiedAttributes(given)
  checkNewAttributes(pool, attributes)
  const user = accountOf(pool, config.username, attributes, nowMs)
  checkHasAddress(config, user)
  user.status = status
  user.groups = config.groups ?? []
  user.mfa = mfaOf(config)
  if (config.password !== undefined) {
    user.password = createPasswordRecord(srpIdentity(pool, user.username), config.password)
  }
  if (config.temporaryPassword) {
    user.status = 'FORCE_CHANGE_PASSWORD'
    user.temporaryPasswordExpiresAtMs = temporaryPasswordExpiryMs(pool, nowMs)
  }
  return user
}

/** @throws {Error} if the user lacks the address that a second factor needs */
function checkHasAddress({ smsMfa, emailMfa }: UserConfig, { attributes }: User): void {
  if (smsMfa && !attributes['phone_number'])
    throw new Error('smsMfa needs the attribute phone_number. Add it, or remove smsMfa.')
  if (emailMfa && !attributes['email'])
    throw new Error('emailMfa needs the attribute email. Add it, or remove emailMfa.')
}

/**
 * Creates the account of a configured user. In a pool with `usernameAttributes`, the configuration can choose the user
 * name if the attributes contain the sign-in address.
 */
function accountOf(pool: Pool, name: string, attributes: Record<string, string>, createdAtMs: number): User {
  const usernameAttributes = pool.settings.usernameAttributes ?? []
  const address = usernameAttributes.map((attribute) => attributes[attribute]).find(Boolean)
  const isChosen = address !== undefined && address !== name
  const account = newAccount(pool, {
    name: isChosen ? address : name,
    attributes,
    status: 'CONFIRMED',
    createdAtMs,
  })
  return isChosen ? { ...account, username: name, sub: name } : account
}

/** Marks the configured addresses as verified, unless the configuration sets their `_verified` attributes. */
function verifiedAttributes(attributes: Record<string, string>): Record<string, string> {
  const addresses = ADDRESSES.filter((name) => attributes[name])
  return { ...Object.fromEntries(addresses.map((name) => [`${name}_verified`, 'true'])), ...attributes }
}

function mfaOf({ totpSecret, smsMfa, emailMfa, preferredMfa }: UserConfig): MfaSettings {
  return {
    ...(totpSecret !== undefined && { software: { secret: totpSecret, isVerified: true } }),
    isSoftwareEnabled: totpSecret !== undefined,
    isSmsEnabled: smsMfa ?? false,
    isEmailEnabled: emailMfa ?? false,
    ...(preferredMfa && { preferred: preferredMfa }),
  }
}
