import { createHmac } from 'node:crypto'

import { hidesUnknownUsers, type Caller } from '../pools.ts'
import { userNotFound } from '../service-error.ts'
import type { Services } from '../services.ts'
import { fakeVerifier, type PasswordRecord } from '../srp/handshake.ts'
import { toInteger } from '../srp/group.ts'
import type { User } from '../users/user.ts'
import type { SignIn } from './sign-in.ts'

const SALT_LENGTH_BYTES = 16

/** Who a name stands for. Without `sub` nobody has it, and the caller must not learn that. */
export type NamedUser = { username: string; sub?: string }

/**
 * Finds whom a sign-in names.
 *
 * @throws {ServiceError} UserNotFoundException when nobody has the name and the client may know.
 */
export function findNamedUser(services: Services, caller: Caller, name: string): NamedUser {
  const user = services.users.find(caller.pool, name)
  if (user) return { username: user.username, sub: user.sub }
  if (!hidesUnknownUsers(caller)) throw userNotFound()
  const hasMadeUpNames = Boolean(caller.pool.settings.usernameAttributes?.length)
  return { username: hasMadeUpNames ? uuidFor(services, caller, name) : name }
}

/** The user who signs in, as it is now; nobody when it was never there, or is gone, or another one took its name. */
export function signingInUser({ services, caller, progress }: SignIn): User | undefined {
  const user = services.users.find(caller.pool, progress.username)
  return user?.sub === progress.sub ? user : undefined
}

/** Salt and verifier of the user's password; of a user without one, and of nobody, stable ones that no password fits. */
export function passwordRecordOf({ services, caller, progress }: SignIn, user: User | undefined): PasswordRecord {
  if (user?.password) return user.password
  const salt = derive(services, caller, 'salt', progress.username).subarray(0, SALT_LENGTH_BYTES)
  const verifier = fakeVerifier(derive(services, caller, 'verifier', progress.username))
  return { salt: toInteger(salt).toString(16), verifier: verifier.toString(16) }
}

function uuidFor(services: Services, caller: Caller, name: string): string {
  const hex = derive(services, caller, 'name', name).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function derive({ serverSecret }: Services, { pool }: Caller, purpose: string, name: string): Buffer {
  return createHmac('sha256', serverSecret)
    .update(JSON.stringify([pool.id, purpose, name.toLowerCase()]))
    .digest()
}
