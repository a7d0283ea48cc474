/** The account that `npm start` prepares and prints. */
export const DEMO_ACCOUNT = { email: 'aluna@example.com', password: 'Estudar-2026' }

/** Those that `VITE_AUTH_FLOW` can choose, and the one that renews a session. */
const APP_FLOWS = [
  'ALLOW_USER_SRP_AUTH',
  'ALLOW_USER_PASSWORD_AUTH',
  'ALLOW_CUSTOM_AUTH',
  'ALLOW_USER_AUTH',
  'ALLOW_REFRESH_TOKEN_AUTH',
]

/** What students write of themselves, as on the deployed stack: a stolen token changes no address, and so no password. */
const OWN_ATTRIBUTES = ['name', 'phone_number']

/** The local user pool behind the app; the ids are those of the app's `.env`. */
export const DEMO_POOL = {
  id: 'local_Pool1',
  usernameAttributes: ['email' as const],
  clients: [{ id: 'web', explicitAuthFlows: APP_FLOWS, writeAttributes: OWN_ATTRIBUTES }],
  deviceTracking: 'always' as const,
  mfa: 'OPTIONAL' as const,
  preventUserExistenceErrors: true,
  endSessionsOnNewPassword: true,
  users: [
    {
      username: '5f0c4a52-7f0e-4d0e-9a43-2d1c5a8e7b16',
      password: DEMO_ACCOUNT.password,
      attributes: { email: DEMO_ACCOUNT.email, email_verified: 'true', name: 'Aluna' },
    },
  ],
}
