import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
  type UserData,
} from '@cognito-srp/client/identity-js'

import { describe, poolData } from './local-pool.ts'

// Stores the sessions of two users, Ana and Davi, in one storage. Restores and renews Ana's session, and ends Ana's
// session on all devices. Ends Davi's session only on this device.

const values = new Map<string, string>()
const Storage = {
  setItem: (key: string, value: string) => void values.set(key, value),
  getItem: (key: string) => values.get(key) ?? null,
  removeItem: (key: string) => void values.delete(key),
  clear: () => values.clear(),
}
const pool = new CognitoUserPool({ ...poolData, Storage })
const userOf = (Username: string) => new CognitoUser({ Username, Pool: pool, Storage })
const printStorage = (title: string) => console.log(title, [...values.keys()].sort())

const signIn = (Username: string) =>
  new Promise<CognitoUserSession>((resolve, reject) => {
    const details = new AuthenticationDetails({ Username, Password: 'Senha-123' })
    userOf(Username).authenticateUser(details, { onSuccess: resolve, onFailure: reject })
  })

const getSession = (user: CognitoUser) =>
  new Promise<CognitoUserSession>((resolve, reject) => {
    let hasReturned = false
    user.getSession(
      (error: Error | null, session?: CognitoUserSession) => {
        console.log('  callback', hasReturned ? 'after the call' : 'during the call')
        if (session) resolve(session)
        else reject(error)
      },
      { clientMetadata: { page: 'home' } }, // reaches the pool's triggers when the session is renewed
    )
    hasReturned = true
  })

const refresh = (user: CognitoUser, session: CognitoUserSession) =>
  new Promise<CognitoUserSession>((resolve, reject) => {
    user.refreshSession(
      session.getRefreshToken(),
      (error, renewed) => {
        if (error) reject(error)
        else resolve(renewed)
      },
      { page: 'settings' },
    )
  })

const getUserData = (user: CognitoUser, bypassCache: boolean) =>
  new Promise<UserData>((resolve, reject) => {
    user.getUserData(
      (error, data) => {
        if (data) resolve(data)
        else reject(error)
      },
      { bypassCache },
    )
  })

const signOutEverywhere = (user: CognitoUser) =>
  new Promise<string>((resolve, reject) => user.globalSignOut({ onSuccess: resolve, onFailure: reject }))

console.log('before signing in:', pool.getCurrentUser())
await signIn('davi')
await signIn('ana')
printStorage('two users:')
console.log('signed in last:', pool.getCurrentUser()?.getUsername())

const ana = userOf('ana')
const session = await getSession(ana) // from the storage
console.log('session of', session.getIdToken().decodePayload()['cognito:username'], session.isValid())
const renewed = await refresh(ana, session)
console.log('renewed:', renewed.getAccessToken().getJwtToken() !== session.getAccessToken().getJwtToken())
const { UserAttributes } = await getUserData(ana, false)
console.log(
  'attributes:',
  UserAttributes.map(({ Name }) => Name)
    .sort()
    .join(', '),
)
printStorage('with the cached attributes:')
console.log('read again:', (await getUserData(ana, true)).Username)

userOf('davi').signOut()
printStorage('after the first sign-out:')
console.log('signed out everywhere:', await signOutEverywhere(ana))
printStorage('after both sign-outs:')
console.log('refreshing afterwards:', await refresh(ana, renewed).catch(describe))
console.log('its session afterwards:', await getSession(userOf('ana')).catch(describe))
