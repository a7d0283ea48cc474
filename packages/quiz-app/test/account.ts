/** The account of every user pool that the tests start. */
export const EMAIL = 'ana@example.com'
export const PASSWORD = 'Estudar-2026'

/** Id of a user pool by the name that the tests give it, and of its one app client. */
export function poolIds(name: string): { userPoolId: string; clientId: string } {
  return { userPoolId: `local_${name}`, clientId: `web-${name}` }
}

/** Opens the controls of the tests' user pools to a test page. */
export const ADMIN_HEADERS = { 'x-emulator-admin-key': 'for-tests' }
