/** The account that `npm start` prepares and prints. */
export const DEMO_ACCOUNT = { email: 'aluna@example.com', password: 'Estudar-2026' }

/** The local user pool behind the app; the ids are those of the app's `.env`. */
export const DEMO_POOL = {
  id: 'local_Pool1',
  usernameAttributes: ['email' as const],
  clients: [{ id: 'web' }],
  deviceTracking: 'always' as const,
  mfa: 'OPTIONAL' as const,
  preventUserExistenceErrors: true,
  users: [
    {
      username: '5f0c4a52-7f0e-4d0e-9a43-2d1c5a8e7b16',
      password: DEMO_ACCOUNT.password,
      attributes: { email: DEMO_ACCOUNT.email, email_verified: 'true', name: 'Aluna' },
    },
  ],
}
