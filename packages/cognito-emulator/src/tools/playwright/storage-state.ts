/** The tokens of a session, with their user and client. */
export type UserTokens = {
  username: string
  clientId: string
  AccessToken: string
  IdToken: string
  RefreshToken: string
}

/**
 * Origin, client and token storage of the app.
 *
 * @example
 * const ofNext: StateOptions = { origin: 'http://localhost:3000', clientId: 'web', storage: 'cookies' }
 */
export type StateOptions = {
  /** Origin of the app. */
  origin: string
  /** App client of the session. Default: the emulator's only client. */
  clientId?: string | undefined
  /** Use `cookies` for pages that are rendered on a server (Amplify's `ssr: true`). Default: `localStorage`. */
  storage?: 'localStorage' | 'cookies' | undefined
}

/**
 * Playwright's `storageState`.
 *
 * @example
 * const signedOut: StorageState = { cookies: [], origins: [] }
 */
export type StorageState = {
  cookies: {
    name: string
    value: string
    domain: string
    path: string
    expires: number
    httpOnly: boolean
    secure: boolean
    sameSite: 'Lax'
  }[]
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

/** `expires` value of a session cookie. */
const SESSION_END = -1

/** Creates the storage state in the format of amazon-cognito-identity-js, which Amplify and @cognito-srp/client also read. */
export function toStorageState(tokens: UserTokens, { origin, storage = 'localStorage' }: StateOptions): StorageState {
  const { protocol, hostname, origin: exact } = new URL(origin)
  const entries = entriesOf(tokens)
  if (storage === 'localStorage') return { cookies: [], origins: [{ origin: exact, localStorage: entries }] }
  const cookies = entries.map(({ name, value }) => ({
    name: encodeURIComponent(name),
    value: encodeURIComponent(value),
    domain: hostname,
    path: '/',
    expires: SESSION_END,
    httpOnly: false, // the clients in the page read these cookies too
    secure: protocol === 'https:',
    sameSite: 'Lax' as const,
  }))
  return { cookies, origins: [] }
}

function entriesOf({ username, clientId, AccessToken, IdToken, RefreshToken }: UserTokens) {
  const client = `CognitoIdentityServiceProvider.${clientId}`
  const user = `${client}.${username}`
  return [
    { name: `${client}.LastAuthUser`, value: username },
    { name: `${user}.accessToken`, value: AccessToken },
    { name: `${user}.idToken`, value: IdToken },
    { name: `${user}.refreshToken`, value: RefreshToken },
    { name: `${user}.clockDrift`, value: '0' },
  ]
}
