/** E-mail address of the account in each of the tests' user pools. */
export const EMAIL = 'ana@example.com'
export const PASSWORD = 'Estudar-2026'

/** Returns the ids of a user pool and of its only app client. `name` identifies the pool in the tests. */
export function poolIds(name: string): { userPoolId: string; clientId: string } {
  return { userPoolId: `local_${name}`, clientId: `web-${name}` }
}

/** Headers that allow a test page to control the tests' user pools. */
export const ADMIN_HEADERS = { 'x-emulator-admin-key': 'for-tests' }
