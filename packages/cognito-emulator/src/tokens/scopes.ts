/** The scopes of OpenID Connect that narrow what is said of a user, and the attributes that each opens. */
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
 * The attributes of a user that scopes open. The service's own documents differ on `profile`, which one of them lets open
 * everything; here it is what the userInfo endpoint's page lists. Without any of the three, all are open.
 */
export function attributesInScope(attributes: Record<string, string>, scopes: string[]): Record<string, string> {
  const opened = scopes.flatMap((scope) => ATTRIBUTES_BY_SCOPE.get(scope) ?? [])
  if (opened.length === 0) return attributes
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => opened.some((opens) => opens(name))))
}

/** The attributes that a client must be able to read before it gets a scope: where one is closed, the service refuses. */
export function attributesOfScope(scope: string): ReadonlySet<string> {
  if (scope === 'email') return EMAIL
  return scope === 'phone' ? PHONE : NONE
}
