import { randomBytes } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ANA, CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'

import { bundleForPages } from './bundle.ts'
import { startPool, type TestPool } from './emulator/pool.ts'

/** Program that tries a wrong password, signs in, renews the session, aborts a call and signs out. `done` gets the results. */
const JOURNEY = `
import { createCognitoClient, createSignInStore, getSession, getUser, onAuthChange, signIn, signOut } from '@cognito-srp/client'

/** Storage that other tabs could read, so the client uses locks and sends events. */
const items = new Map()
const storage = {
  getItem: (key) => items.get(key) ?? null,
  setItem: (key, value) => items.set(key, value),
  removeItem: (key) => items.delete(key),
}
const randomBytes = (count) => Uint8Array.from(random(count))
const { username, password, ...ids } = input
const client = createCognitoClient({ ...ids, storage, fetch: post, randomBytes })
const events = []
const stop = onAuthChange(client, ({ type }) => events.push(type))

/** Aborted signal without a reason, as on platforms before 2022. */
const left = { aborted: true, addEventListener() {}, removeEventListener() {} }

async function journey() {
  const store = createSignInStore(client, { keep: () => sessionStorage })
  await store.signIn({ username, password: 'errada' })
  const { error } = store.getSnapshot()
  const refused = [error.code, error.operation]
  const step = await signIn(client, { username, password })
  const renewed = await getSession(client, { forceRefresh: true })
  const user = await getUser(client)
  const aborted = await getUser(client, { signal: left }).catch(({ name }) => name)
  await signOut(client)
  const over = await getUser(client).catch(({ name, message }) => [name, message])
  stop()
  const isRenewed = renewed.accessToken.jwt !== step.session.accessToken.jwt
  return { refused, step: step.name, isRenewed, email: user.userAttributes.email, aborted, over, events }
}
journey().then(done, failed)
`

const OUTCOME = {
  refused: ['NotAuthorizedException', 'RespondToAuthChallenge'],
  step: 'SIGNED_IN',
  isRenewed: true,
  email: ANA.attributes.email,
  aborted: 'AbortError',
  over: ['SessionError', 'User is not authenticated'],
  events: ['signedIn', 'refreshed', 'signedOut'],
}

/** Parts of a platform that the library uses, besides ECMAScript, timers and the client's options. */
const PLATFORM: Record<string, unknown> = {
  AbortController,
  BroadcastChannel,
  MessageChannel,
  Request,
  TextDecoder,
  TextEncoder,
  URL,
  atob,
  btoa,
  crypto,
  navigator: { userAgent: 'test', onLine: true, locks: navigator.locks },
  performance,
  queueMicrotask,
  structuredClone,
}

function throwing(): never {
  throw new Error('not in this sandbox')
}

/**
 * Broken globals, which throw or are missing. Each broken global is added to `PLATFORM` or replaces the global of the same name.
 */
const BROKEN: Record<string, unknown> = {
  ...Object.fromEntries(Object.keys(PLATFORM).map((name) => [name, throwing])),
  crypto: { getRandomValues: throwing, subtle: {} },
  navigator: { locks: { request: throwing } },
  performance: undefined,
  scheduler: { yield: throwing },
}

let pool: TestPool
let journey = ''

beforeAll(async () => {
  journey = await bundleForPages(JOURNEY, { fromSources: true, format: 'iife' })
  pool = await startPool()
})
afterAll(() => pool.emulator.close())

/** Runs the program in a realm with these globals. With `isOld`, the realm lacks the features that `WITHOUT_YOUNGER` deletes. */
function travel(globals: Record<string, unknown>, { isOld = false } = {}): Promise<unknown> {
  return new Promise((done, failed) => {
    const { username, password } = ANA
    const input = { username, password, userPoolId: POOL_ID, clientId: CLIENT_ID, endpoint: pool.emulator.url }
    const given = { input, post: fetch, random: randomBytes, done, failed, setTimeout, clearTimeout }
    const realm = createContext({ ...given, ...globals })
    if (isOld) runInContext(WITHOUT_YOUNGER, realm)
    runInContext(journey, realm)
  })
}

/** Script that deletes built-in objects and functions of ECMAScript 2021 and later editions. */
const WITHOUT_YOUNGER = `
const younger = [
  [globalThis, 'AggregateError WeakRef FinalizationRegistry Iterator AsyncIterator SuppressedError Float16Array'],
  [Array, 'fromAsync'],
  [Array.prototype, 'at findLast findLastIndex toReversed toSorted toSpliced with'],
  [Object.getPrototypeOf(Uint8Array.prototype), 'at findLast findLastIndex toReversed toSorted with'],
  [Uint8Array, 'fromBase64 fromHex'],
  [Uint8Array.prototype, 'toBase64 toHex setFromBase64 setFromHex'],
  [String.prototype, 'at replaceAll isWellFormed toWellFormed'],
  [Object, 'hasOwn groupBy'],
  [Map, 'groupBy'],
  [Promise, 'any withResolvers try'],
  [RegExp, 'escape'],
  [Set.prototype, 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom'],
  [Error, 'isError'],
  [JSON, 'rawJSON isRawJSON'],
  [Math, 'sumPrecise f16round'],
  [Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), 'map filter take drop flatMap reduce toArray forEach some every find'],
]
for (const [owner, names] of younger) for (const name of names.split(' ')) delete owner[name]
if ('at' in [] || ''.replaceAll || 'hasOwn' in Object) throw new Error('A newer feature was not deleted.')
`

test('the client needs only ECMAScript 2020, timers, fetch and random bytes', async () => {
  expect(await travel({}, { isOld: true })).toEqual(OUTCOME)
})

test.each(Object.keys(PLATFORM))('the client works the same without %s', async (name) => {
  expect(await travel({ ...PLATFORM, [name]: undefined })).toEqual(OUTCOME)
})

test.each(Object.keys(BROKEN))('the client works the same if %s is broken', async (name) => {
  expect(await travel({ ...PLATFORM, [name]: BROKEN[name] })).toEqual(OUTCOME)
})
