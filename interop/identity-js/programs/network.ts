import { AuthenticationDetails, CognitoUser, CognitoUserPool } from '@cognito-srp/client/identity-js'

import { ask, clearFaults, observe, order, PASSWORD, poolData, Recorder, say } from './observe.ts'
import { ON_PURPOSE } from './on-purpose.ts'

// Prints the errors that a program receives if the network is down, a proxy returns a page, requests are throttled, or
// responses are malformed. The user must stay signed in.

const Storage = new Recorder()
const Pool = new CognitoUserPool({ ...poolData('Plain'), Storage })
const newUser = (pool = Pool) => new CognitoUser({ Username: 'ana', Pool: pool, Storage })
const details = new AuthenticationDetails({ Username: 'ana', Password: PASSWORD })
const native = globalThis.fetch

const ana = newUser()
await observe('sign in', (callbacks) => ana.authenticateUser(details, callbacks))

const FAULTS: Record<string, object> = {
  [`${ON_PURPOSE}a page with status 502`]: {
    kind: 'status',
    status: 502,
    body: '<html>Bad gateway</html>',
    contentType: 'text/html',
  },
  [`${ON_PURPOSE}an empty 500`]: { kind: 'status', status: 500, body: '' },
  [`${ON_PURPOSE}status 404 with JSON`]: {
    kind: 'status',
    status: 404,
    body: '{"message":"no route"}',
    contentType: 'application/json',
  },
  throttling: { kind: 'throttle' },
  'a dropped connection': { kind: 'drop' },
  [`${ON_PURPOSE}a page with status 200`]: {
    kind: 'status',
    status: 200,
    body: '<html>Sign in to the Wi-Fi</html>',
    contentType: 'text/html',
  },
}
for (const [name, fault] of Object.entries(FAULTS)) {
  const operations = ['InitiateAuth', 'GetUser', 'ForgotPassword', 'GlobalSignOut', 'SignUp', 'ChangePassword']
  for (const operation of operations) await order({ operation, fault })
  await ask(`${name}: changePassword`, (callback) => ana.changePassword(PASSWORD, PASSWORD, callback))
  if (!name.startsWith(ON_PURPOSE)) {
    await observe(`${name}: sign in`, (callbacks) => newUser().authenticateUser(details, callbacks))
    await ask(`${name}: getUserAttributes`, (callback) => ana.getUserAttributes(callback))
    await ask(`${name}: getUserData`, (callback) => ana.getUserData(callback, { bypassCache: true }))
    await ask(`${name}: signUp`, (callback) => Pool.signUp('eva', PASSWORD, [], [], callback))
    await observe(`${name}: forgotPassword`, (callbacks) => newUser().forgotPassword(callbacks))
    await observe(`${name}: globalSignOut`, (callbacks) => ana.globalSignOut(callbacks))
  }
  await clearFaults()
}
Storage.print('stored')
await ask('getSession', (callback) => ana.getSession(callback))

/** Responses that the service or a proxy may send. */
const answers: Record<string, () => Promise<Response>> = {
  [`${ON_PURPOSE}an error in the header`]: async () =>
    new Response('', { status: 400, headers: { 'x-amzn-errortype': 'TooManyRequestsException:http://x/' } }),
  'a type with a namespace': async () =>
    new Response('{"__type":"com.amazonaws.cognito#UserNotConfirmedException","message":"User is not confirmed."}', {
      status: 400,
    }),
  'Message in capitals': async () =>
    new Response('{"__type":"LimitExceededException","Message":"Slow."}', { status: 400 }),
  'a code, no type': async () => new Response('{"code":"SomeException","message":"m"}', { status: 400 }),
  [`${ON_PURPOSE}no message`]: async () => new Response('{"__type":"SomeException"}', { status: 400 }),
  'a TypeError': async () => Promise.reject(new TypeError('Failed to fetch')),
}
for (const [name, answer] of Object.entries(answers)) {
  globalThis.fetch = answer
  await observe(`${name}: sign in`, (callbacks) => newUser().authenticateUser(details, callbacks))
  if (name.startsWith(ON_PURPOSE)) continue
  await ask(`${name}: getUserAttributes`, (callback) => ana.getUserAttributes(callback))
  await ask(`${name}: getUserData`, (callback) => ana.getUserData(callback, { bypassCache: true }))
  await observe(`${name}: confirmPassword`, (callbacks) => newUser().confirmPassword('1', 'x', callbacks))
  await observe(`${name}: globalSignOut`, (callbacks) => ana.globalSignOut(callbacks))
}
globalThis.fetch = native

// No server.
const nowhere = new CognitoUserPool({
  UserPoolId: 'local_Plain',
  ClientId: 'plain',
  endpoint: 'http://127.0.0.1:9/',
  Storage,
})
await observe('nobody there: sign in', (callbacks) => newUser(nowhere).authenticateUser(details, callbacks))
await observe('nobody there: forgotPassword', (callbacks) => newUser(nowhere).forgotPassword(callbacks))
await ask('nobody there: signUp', (callback) => nowhere.signUp('eva', PASSWORD, [], [], callback))
await ask('nobody there: signOut with revocation', (callback) => {
  const offline = newUser(nowhere)
  const session = ana.getSignInUserSession()
  if (session) offline.setSignInUserSession(session)
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  offline.signOut(callback)
})
globalThis.fetch = native
Storage.print('stored')
say('session', () => ana.getSignInUserSession()?.isValid())

// Passes fetchOptions, and records the options of every request.
const seen: (RequestInit | undefined)[] = []
globalThis.fetch = (url, init) => {
  seen.push(init)
  return native(url, init)
}
const withCredentials = new CognitoUserPool({
  ...poolData('Plain'),
  Storage,
  fetchOptions: { credentials: 'include' },
} as any)
await observe('with credentials', (callbacks) => newUser(withCredentials).forgotPassword(callbacks))
await observe('without', (callbacks) => newUser().forgotPassword(callbacks))
for (const init of seen) {
  const headers = Object.entries((init?.headers ?? {}) as Record<string, string>)
    .filter(([name]) => !/user-agent/i.test(name))
    .map(([name, value]) => `${name.toLowerCase()}: ${value}`)
  console.log(init?.method, init?.credentials, headers.sort().join('; '))
}
globalThis.fetch = native

// Advanced security.
const given: unknown[][] = []
;(globalThis as any).AmazonCognitoAdvancedSecurityData = {
  getData: (...names: unknown[]) => {
    given.push(names)
    return 'encoded'
  },
}
for (const AdvancedSecurityDataCollectionFlag of [undefined, true, false]) {
  const data = {
    ...poolData('Plain'),
    Storage,
    ...(AdvancedSecurityDataCollectionFlag !== undefined && { AdvancedSecurityDataCollectionFlag }),
  }
  globalThis.fetch = async (url, init) => {
    const { UserContextData } = JSON.parse(init?.body as string) as Record<string, unknown>
    const { EncodedData } = (UserContextData ?? {}) as Record<string, unknown>
    console.log(`  ${AdvancedSecurityDataCollectionFlag}: encoded data ${String(EncodedData)}`)
    return native(url, init)
  }
  const guarded = newUser(new CognitoUserPool(data))
  await observe('guarded', (callbacks) => guarded.authenticateUser(details, callbacks))
  await observe('guarded', (callbacks) => guarded.forgotPassword(callbacks))
}
console.log(JSON.stringify([...new Set(given.map((names) => names.join()))]))
