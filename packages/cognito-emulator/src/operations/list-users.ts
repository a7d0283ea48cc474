import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import { toRecordId } from '../users/user-directory.ts'
import type { User } from '../users/user.ts'
import { describeUser, type UserDescription } from './describe-user.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'

/** Operation that lists users, with an optional filter. */
export const listUsersOperations: Operations = { ListUsers: listUsers }

/**
 * Pattern of a filter: `name = "value"` or `name ^= "prefix"`. The name can be quoted, and quotation marks in the value
 * are escaped.
 */
const FILTER = /^\s*(?:"([^"]+)"|([^\s"=^]+))\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/s

/** Searchable attributes, with functions that read them from a user. Custom attributes are not searchable. */
const SEARCHABLE: Record<string, (user: User) => string | undefined> = {
  username: ({ username }) => username,
  sub: ({ sub }) => sub,
  'cognito:user_status': ({ status }) => status,
  status: ({ isEnabled }) => (isEnabled ? 'Enabled' : 'Disabled'),
  ...Object.fromEntries(
    ['email', 'phone_number', 'name', 'given_name', 'family_name', 'preferred_username'].map((name) => [
      name,
      ({ attributes }: User) => attributes[name],
    ]),
  ),
}
/** Name of the only attribute whose comparison ignores case. */
const CASE_INSENSITIVE = 'cognito:user_status'

function listUsers(
  { pools, users }: Pick<Services, 'pools' | 'users'>,
  { UserPoolId, Filter, AttributesToGet, Limit, PaginationToken }: Input<'ListUsers'>,
): Output<'ListUsers'> {
  const pool = pools.get(UserPoolId)
  const matching = users.list(pool).filter(parseFilter(Filter))
  const request = { limit: Limit, token: PaginationToken }
  const { page, nextToken } = pageOf(matching, request, ({ username }) => toRecordId(pool, username))
  const described = page.map((user) => describeUser(user))
  return {
    Users: AttributesToGet ? described.map((user) => onlyAttributes(user, AttributesToGet)) : described,
    PaginationToken: nextToken,
  }
}

/**
 * Parses a filter into a predicate. Without a filter, every user matches.
 *
 * @throws {ServiceError} InvalidParameterException
 */
function parseFilter(filter: string | undefined): (user: User) => boolean {
  if (!filter) return () => true
  const [, quotedName, plainName, operator, escaped] = FILTER.exec(filter) ?? []
  const name = quotedName ?? plainName
  if (name === undefined || escaped === undefined) throw invalidParameter('Error while parsing filter.')
  const read = Object.hasOwn(SEARCHABLE, name) ? SEARCHABLE[name] : undefined
  if (!read) throw invalidParameter(`Invalid search attribute: ${name}`)
  const fold = (text: string) => (name === CASE_INSENSITIVE ? text.toUpperCase() : text)
  const sought = fold(escaped.replaceAll(/\\(.)/gs, '$1'))
  return (user) => {
    const value = read(user)
    if (value === undefined) return false
    return operator === '^=' ? fold(value).startsWith(sought) : fold(value) === sought
  }
}

/**
 * Returns a user with only the requested attributes. Like the service, fails if the user lacks any of these attributes.
 *
 * @throws {ServiceError} InvalidParameterException
 */
function onlyAttributes(user: UserDescription, names: string[]): UserDescription {
  const attributes = user.Attributes?.filter(({ Name }) => Name !== undefined && names.includes(Name)) ?? []
  if (attributes.length < new Set(names).size) throw invalidParameter('One or more requested attributes do not exist.')
  return { ...user, Attributes: attributes }
}
