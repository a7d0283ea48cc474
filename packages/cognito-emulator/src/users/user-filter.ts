import { invalidParameter } from '../service-error.ts'
import type { User } from './user.ts'

/** A condition of ListUsers: `name = "value"` or `name ^= "prefix"`. */
export type UserFilter = { name: string; isPrefix: boolean; value: string }

const FILTER = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/

/** Reads a filter; none when it is absent or empty. @throws {ServiceError} InvalidParameterException */
export function parseFilter(filter: string | undefined): UserFilter | undefined {
  if (!filter) return undefined
  const [, name, operator, value] = FILTER.exec(filter) ?? []
  if (name === undefined || value === undefined) throw invalidParameter('Error while parsing filter.')
  return { name, isPrefix: operator === '^=', value: value.replaceAll(/\\(.)/g, '$1') }
}

/** Whether the user fulfils the condition; every user does when there is none. */
export function matchesFilter(user: User, filter: UserFilter | undefined): boolean {
  if (!filter) return true
  const value = valueOf(user, filter.name)
  return filter.isPrefix ? value.startsWith(filter.value) : value === filter.value
}

function valueOf(user: User, name: string): string {
  if (name === 'username') return user.username
  if (name === 'sub') return user.sub
  if (name === 'cognito:user_status') return user.status
  if (name === 'status') return user.isEnabled ? 'Enabled' : 'Disabled'
  return user.attributes[name] ?? ''
}
