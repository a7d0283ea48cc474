import { randomUUID } from 'node:crypto'

import type { Pool } from '../pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import { newUser, type User, type UserStatus } from './user.ts'

type Account = { name: string; attributes: Record<string, string>; status: UserStatus }

/**
 * A user under the name given, or, in a pool whose users sign in with an address, under a made-up one with the address
 * as attribute.
 *
 * @throws {ServiceError} InvalidParameterException when the name is no address the pool takes.
 */
export function newAccount(
  { clock }: Pick<Services, 'clock'>,
  pool: Pool,
  { name, attributes, status }: Account,
): User {
  const createdAtMs = clock.nowMs()
  const sub = randomUUID()
  const usernameAttributes = pool.settings.usernameAttributes ?? []
  if (usernameAttributes.length === 0) return newUser({ username: name, sub, status, attributes, createdAtMs })

  const attribute = addressKindOf(name)
  if (!attribute || !usernameAttributes.includes(attribute)) {
    throw invalidParameter(`Username should be ${describe(usernameAttributes)}.`)
  }
  const named = { ...attributes, [attribute]: name }
  return newUser({ username: sub, sub, status, attributes: named, createdAtMs })
}

function addressKindOf(name: string): 'email' | 'phone_number' | undefined {
  if (name.includes('@')) return 'email'
  return name.startsWith('+') ? 'phone_number' : undefined
}

function describe(usernameAttributes: string[]): string {
  return usernameAttributes.length > 1 ? 'either an email or a phone number' : `an ${usernameAttributes[0]}`
}
