import {
  AuthenticationDetails,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserPool,
  CognitoUserSession,
} from '@cognito-srp/client/identity-js'

import {
  advance,
  ask,
  observe,
  order,
  PASSWORD,
  poolData,
  Recorder,
  recordRequests,
  reduce,
  say,
  show,
} from './observe.ts'
import { ON_PURPOSE } from './on-purpose.ts'

// Runs use cases 13–16, 31 and 32 of the amazon-cognito-identity-js README. Stores, renews, transfers and ends sessions
// of one user and of multiple users.

const Storage = new Recorder()
const Pool = new CognitoUserPool({ ...poolData('Short'), Storage })
const requests = recordRequests()
const details = new AuthenticationDetails({ Username: 'ana', Password: PASSWORD })
const newUser = (Username = 'ana', pool = Pool) => new CognitoUser({ Username, Pool: pool, Storage })
const stored = (name: string) => `CognitoIdentityServiceProvider.short.ana.${name}`

await ask('getSession, never signed in', (callback) => newUser().getSession(callback))
await ask('getSession, empty name', (callback) => newUser('').getSession(callback))
const ana = newUser()
await observe('sign in', (callbacks) => ana.authenticateUser(details, callbacks))
const first = ana.getSignInUserSession()
say('isValid', () => first?.isValid())
await ask('getSession', (callback) => ana.getSession(callback))
await advance(400)
say('isValid later', () => first?.isValid())
await ask('changePassword, expired', (callback) => ana.changePassword(PASSWORD, 'Nova-Senha-1', callback))
await ask('getSession, expired', (callback) => ana.getSession(callback, { clientMetadata: { a: 'b' } }))
say('another session', () => ana.getSignInUserSession() !== first)
Storage.print('stored')
requests.print('requests')

await advance(400)
const twice = newUser()
await Promise.all([
  ask('getSession, one of two', (callback) => twice.getSession(callback)),
  ask('getSession, two of two', (callback) => twice.getSession(callback)),
])
say('the user signed in last', () => Pool.getCurrentUser()?.getUsername())

const refreshToken = ana.getSignInUserSession()?.getRefreshToken() ?? new CognitoRefreshToken({ RefreshToken: '' })
await ask('refreshSession', (callback) => ana.refreshSession(refreshToken, callback, { c: 'd' }))
say(
  'the same refresh token',
  () => ana.getSignInUserSession()?.getRefreshToken().getToken() === refreshToken.getToken(),
)
await ask('refreshSession with a wrong token', (callback) => {
  ana.refreshSession(new CognitoRefreshToken({ RefreshToken: 'nonsense' }), callback)
})
say('session after a refusal', () => ana.getSignInUserSession())
Storage.print('stored after a refusal')
await ask('getSession after a refusal', (callback) => ana.getSession(callback))

await observe('sign in', (callbacks) => newUser().authenticateUser(details, callbacks))
Storage.removeItem(stored('refreshToken'))
await ask('getSession without refresh token', (callback) => newUser().getSession(callback))
await advance(400)
await ask('getSession without refresh token, expired', (callback) => newUser().getSession(callback))
Storage.print('stored')

await observe('sign in', (callbacks) => newUser().authenticateUser(details, callbacks))
Storage.removeItem(stored('accessToken'))
await ask('getSession without access token', (callback) => newUser().getSession(callback))
await observe('sign in', (callbacks) => newUser().authenticateUser(details, callbacks))
Storage.setItem(stored('idToken'), 'nonsense')
await ask('getSession with a broken id token', (callback) => newUser().getSession(callback))
Storage.setItem(stored('clockDrift'), 'nonsense')
await ask('getSession with a broken drift', (callback) => newUser().getSession(callback))
requests.print('requests')

await observe('sign in', (callbacks) => newUser().authenticateUser(details, callbacks))
await advance(4000)
await ask('getSession, refresh token expired', (callback) => newUser().getSession(callback))
Storage.print('stored')
requests.print('requests')

// Transfers a session to another `CognitoUser` object, for example for single sign-on.
const source = newUser()
await observe('sign in', (callbacks) => source.authenticateUser(details, callbacks))
const session = source.getSignInUserSession()
Storage.clear()
const target = newUser()
if (session) say('setSignInUserSession', () => target.setSignInUserSession(session))
say('the same object', () => target.getSignInUserSession() === session)
Storage.print('stored')
await ask('getSession', (callback) => target.getSession(callback))
await ask('getUserAttributes', (callback) => target.getUserAttributes(callback))
await ask('getUserData', (callback) => target.getUserData(callback))
await ask('getUserData from the cache', (callback) => target.getUserData(callback))
Storage.print('stored')
if (session) {
  const copy = new CognitoUserSession({
    IdToken: session.getIdToken(),
    AccessToken: session.getAccessToken(),
    RefreshToken: session.getRefreshToken(),
  })
  say('copy is valid', () => copy.isValid())
  const other = newUser('bia')
  say('setSignInUserSession of another', () => other.setSignInUserSession(copy))
  Storage.print('stored')
  const withoutRefresh = new CognitoUserSession({
    IdToken: session.getIdToken(),
    AccessToken: session.getAccessToken(),
  })
  say(`${ON_PURPOSE}setSignInUserSession without refresh token`, () =>
    newUser('eva').setSignInUserSession(withoutRefresh),
  )
  say(`${ON_PURPOSE}keys`, () => [...Storage.values.keys()].sort())
}
Storage.clear()
requests.print('requests')

// Ending the session.
const leaving = newUser()
await observe('sign in', (callbacks) => leaving.authenticateUser(details, callbacks))
await ask('getUserData', (callback) => leaving.getUserData(callback))
say('signOut', () => leaving.signOut())
Storage.print('stored')
say('session', () => leaving.getSignInUserSession())
say('getCurrentUser', () => Pool.getCurrentUser())
say('signOut again', () => leaving.signOut())
await ask('getSession, signed out', (callback) => leaving.getSession(callback))
await ask('signOut with a callback, signed out', (callback) => leaving.signOut(callback))
await observe('sign in', (callbacks) => leaving.authenticateUser(details, callbacks))
const { refreshToken: ended } = { refreshToken: leaving.getSignInUserSession()?.getRefreshToken() }
await ask('signOut with a callback', (callback) => leaving.signOut(callback))
Storage.print('stored')
say('session', () => leaving.getSignInUserSession())
if (ended) await ask('refreshSession, revoked', (callback) => leaving.refreshSession(ended, callback))
await observe('sign in', (callbacks) => leaving.authenticateUser(details, callbacks))
const before = leaving.getSignInUserSession()
await observe('globalSignOut', (callbacks) => leaving.globalSignOut(callbacks))
Storage.print('stored')
say('session object', () => leaving.getSignInUserSession() === before)
await observe('globalSignOut again', (callbacks) => leaving.globalSignOut(callbacks))
await ask('getUserAttributes, signed out everywhere', (callback) => leaving.getUserAttributes(callback))
requests.print('requests')

// Several users at once.
const Plain = new CognitoUserPool({ ...poolData('Plain'), Storage })
for (const Username of ['ana', 'bia']) {
  const user = newUser(Username, Plain)
  const own = new AuthenticationDetails({ Username, Password: PASSWORD })
  await observe(`sign in ${Username}`, (callbacks) => user.authenticateUser(own, callbacks))
}
say('keys', () => [...Storage.values.keys()].sort())
for (const Username of ['ana', 'bia']) {
  const user = newUser(Username, Plain)
  await ask(`getSession ${Username}`, (callback) => user.getSession(callback))
  await ask(`getUserData ${Username}`, (callback) => user.getUserData(callback))
  say(`claims of ${Username}`, () => user.getSignInUserSession()?.getIdToken().decodePayload()['cognito:username'])
}
say('signed in last', () => Plain.getCurrentUser()?.getUsername())
const notLast = newUser('ana', Plain)
await ask('getSession ana', (callback) => notLast.getSession(callback))
const anas = notLast.getSignInUserSession()?.getRefreshToken()
if (anas) await ask('refreshSession ana', (callback) => notLast.refreshSession(anas, callback))
say(`${ON_PURPOSE}renewed as`, () => notLast.getUsername())
await observe('sign in bia', (callbacks) => {
  const own = new AuthenticationDetails({ Username: 'bia', Password: PASSWORD })
  newUser('bia', Plain).authenticateUser(own, callbacks)
})
newUser('bia', Plain).signOut()
say('signed in last', () => Plain.getCurrentUser())
await ask('getSession ana', (callback) => newUser('ana', Plain).getSession(callback))
say('keys', () => [...Storage.values.keys()].sort())
const gone = newUser('ana', Plain)
await ask('getSession', (callback) => gone.getSession(callback))
await ask('deleteUser', (callback) => gone.deleteUser(callback))
Storage.print('stored')
await ask('deleteUser again', (callback) => gone.deleteUser(callback))
await ask('getUserData, deleted', (callback) => gone.getUserData(callback))

// wrapRefreshSessionCallback
const wrapped = new CognitoUserPool({ ...poolData('Short'), Storage }, (target) => (error?: any, result?: any) => {
  console.log('wrapped', show(error), show(result))
  target(error, result)
})
const wrappedUser = newUser('ana', wrapped)
await observe('sign in', (callbacks) => wrappedUser.authenticateUser(details, callbacks))
await advance(400)
await ask('getSession, wrapped', (callback) => wrappedUser.getSession(callback))

// Renews a session although the first refresh request fails with status 503.
await advance(400)
await order({ operation: 'InitiateAuth', times: 1, fault: { kind: 'status', status: 503 } })
await order({ operation: 'GetTokensFromRefreshToken', times: 1, fault: { kind: 'status', status: 503 } })
await ask('getSession, one failure', (callback) => wrappedUser.getSession(callback))
say('log', () => Storage.log.slice(-6).map(reduce))
