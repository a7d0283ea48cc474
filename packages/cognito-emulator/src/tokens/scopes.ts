/** OpenID Connect scopes that restrict a user's attributes, with the attributes that each scope allows. */
const ATTRIBUTES_BY_SCOPE: ReadonlyMap<string, (name: string) => boolean> = new Map([
  ['email', (name) => EMAIL.has(name)],
  ['phone', (name) => PHONE.has(name)],
  ['profile', (name) => PROFILE.has(name) || name.startsWith('custom:')],
])

const EMAIL: ReadonlySet<string> = new Set(['email', 'email_verified'])
const PHONE: ReadonlySet<string> = new Set(['phone_number', 'phone_number_verified'])
const NONE: ReadonlySet<string> = new Set()
const PROFILE: ReadonlySet<string> = new Set([
  'name',
  'family_name',
  'given_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'updated_at',
])

/**
 * Returns the user's attributes that the scopes allow. If none of the scopes `email`, `phone` and `profile` was granted,
 * all attributes are allowed. The service's documentation contradicts itself. According to the page about the userInfo
 * endpoint, `profile` allows only some attributes; according to another page, `profile` allows all attributes. The emulator
 * follows the page about the userInfo endpoint.
 */
export function attributesInScope(attributes: Record<string, string>, scopes: string[]): Record<string, string> {
  const allowing = scopes.flatMap((scope) => ATTRIBUTES_BY_SCOPE.get(scope) ?? [])
  if (allowing.length === 0) return attributes
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => allowing.some((allows) => allows(name))))
}

/**
 * Returns the attributes that a client must be able to read to get a scope. The service rejects a scope if the client
 * cannot read all of these attributes.
 */
export function attributesOfScope(scope: string): ReadonlySet<string> {
  if (scope === 'email') return EMAIL
  return scope === 'phone' ? PHONE : NONE
}
