/** The account that `npm start` creates and prints. */
export const DEMO_ACCOUNT = { email: 'aluna@example.com', password: 'Estudar-2026' }

/** The flows that `VITE_AUTH_FLOW` can select, and the flow that renews a session. */
const APP_FLOWS = [
  'ALLOW_USER_SRP_AUTH',
  'ALLOW_USER_PASSWORD_AUTH',
  'ALLOW_CUSTOM_AUTH',
  'ALLOW_USER_AUTH',
  'ALLOW_REFRESH_TOKEN_AUTH',
]

/**
 * Attributes that students can change, as on the deployed stack. A thief cannot use a stolen token to change the e-mail
 * address, and therefore cannot reset the password.
 */
const OWN_ATTRIBUTES = ['name', 'phone_number']

/** The local user pool of the app. The ids match the app's `.env`. */
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
