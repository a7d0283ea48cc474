import 'fake-indexeddb/auto'
import { currentUsername, getUser, globalSignOut } from '@cognito-srp/client'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { newAnswer } from '../../../test/new-answer.ts'
import { EMAIL } from '../../../test/account.ts'
import { createProductApi } from '../../../test/gateway.ts'
import { question } from '../../../test/question.ts'
import { createSignedInStore } from '../../../test/signed-in-store.ts'
import { studyChoiceAtom } from '../../questions/study-choice.ts'
import { runAtom } from '../../run/run-atoms.ts'
import { authStateAtom, watchAuthAtom } from '../../session/auth.ts'
import { isStatsLoadedAtom, loadStatsAtom, readStudyDataAtom, recordAnswerAtom } from '../../sync/sync-atoms.ts'
import { deleteEverythingAtom, deletionAtom } from './deletion.ts'

const EMPTY = { id: 'ana', questionsStats: {} }

const log = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => vi.stubGlobal('addEventListener', () => {}))
afterEach(() => {
  log.mockClear()
  vi.unstubAllGlobals()
})

function stubLocalStorage(): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}

/** Creates a student with an answer and statistics. `server` responds to DELETE /stats, and `network` disconnects the API. */
async function createStudent(server: () => Response = () => new Response(null, { status: 204 })) {
  const api = createProductApi([question('q1')])
  api.gateway.store({ ...EMPTY, questionsStats: { q0: { tries: 2, correct: 1 } } })
  const network = { isDown: false }
  const { store, client, identity, databaseName } = await createSignedInStore(async (request) => {
    if (network.isDown) throw new TypeError('connection lost')
    if (request.method !== 'DELETE') return api.handle(request)
    api.requests.push('DELETE /stats')
    return server()
  })
  store.set(watchAuthAtom)
  await store.set(loadStatsAtom)
  await store.set(recordAnswerAtom, newAnswer('q1'))
  api.requests.length = 0
  return { store, client, identity, api, network, databaseName }
}

test('the deletion deletes the server’s statistics and ends the session, and the login gets the reason account-deleted', async () => {
  const { store, client, api } = await createStudent()
  await store.set(deleteEverythingAtom)
  expect(api.requests).toEqual(['DELETE /stats'])
  expect(await currentUsername(client)).toBeNull()
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'account-deleted' })
  expect(store.get(deletionAtom)).toBeNull()
})

test('the deletion leaves neither the user’s name nor an answer on the device', async () => {
  const kept = stubLocalStorage()
  const { store, databaseName } = await createStudent()
  const database = await openDB(databaseName)
  store.set(studyChoiceAtom, { themes: ['História'] })
  store.sub(runAtom, () => {})
  await expect.poll(() => store.get(runAtom)).not.toBeNull()
  const answer = { ...newAnswer('q0', { runId: 'earlier' }), userId: EMAIL }
  await database.put('inherited', { ...answer, deviceId: 'lost-log', key: 1 })
  await database.put('bases', { document: EMPTY, held: {} }, EMAIL)
  const dump = async () => {
    const stores = [...database.objectStoreNames].filter((name) => !['device', 'banks', 'bankChunks'].includes(name))
    const rows = await Promise.all(stores.map(async (name) => [name, (await database.count(name)) > 0]))
    return Object.fromEntries(rows) as Record<string, boolean>
  }
  await expect.poll(dump).toEqual({ answers: true, bases: true, inherited: true, progress: true, runs: true })
  expect(JSON.stringify([...kept])).toContain(EMAIL)

  await store.set(deleteEverythingAtom)
  expect(await dump()).toEqual({ answers: false, bases: false, inherited: false, progress: false, runs: false })
  expect(JSON.stringify([...kept])).not.toContain(EMAIL)
})

test('on a gateway without DELETE, the deletion leaves empty statistics, and the login says so', async () => {
  const { store, api } = await createStudent(() => new Response(null, { status: 405 }))
  await store.set(deleteEverythingAtom)
  expect(api.gateway.counts()).toEqual({})
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'account-emptied' })
})

test('after a server error, the deletion stops and keeps the state of each step, and a second attempt completes the deletion', async () => {
  const answers = [() => new Response(null, { status: 500 }), () => new Response(null, { status: 204 })]
  const { store, client } = await createStudent(() => answers.shift()?.() ?? Response.error())
  await store.set(deleteEverythingAtom)
  expect(store.get(deletionAtom)).toMatchObject({
    steps: { device: 'done', server: 'failed', account: 'waiting' },
    isRunning: false,
    failure: 'O servidor não conseguiu atender. Tente de novo daqui a pouco.',
  })
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })
  expect((await store.get(readStudyDataAtom)()).answers).toEqual([])
  expect(store.get(isStatsLoadedAtom)).toBe(true) // no screen waits for erased data
  await expect(getUser(client)).resolves.toBeDefined()

  await store.set(deleteEverythingAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'account-deleted' })
})

test("if the server does not reply, the deletion stops and the server's step is unconfirmed", async () => {
  const { store, network } = await createStudent()
  network.isDown = true
  await store.set(deleteEverythingAtom)
  expect(store.get(deletionAtom)).toMatchObject({
    steps: { device: 'done', server: 'unconfirmed', account: 'waiting' },
    failure: 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
  })
})

test('if the reply to DeleteUser is lost, a second attempt detects that the account is already deleted', async () => {
  const { store, identity } = await createStudent()
  identity.faults.order({ operation: 'DeleteUser', fault: { kind: 'drop-answer' } })
  await store.set(deleteEverythingAtom)
  expect(store.get(deletionAtom)?.steps).toEqual({ device: 'done', server: 'done', account: 'unconfirmed' })
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })

  await store.set(deleteEverythingAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'account-deleted' })
})

test('if the reply to DeleteUser is lost, a retry confirms the deletion even if the service reports only a revoked token', async () => {
  stubLocalStorage()
  const { store, identity } = await createStudent()
  identity.faults.order({ operation: 'DeleteUser', fault: { kind: 'drop-answer' } })
  await store.set(deleteEverythingAtom)
  const body = JSON.stringify({ __type: 'NotAuthorizedException', message: 'Access Token has been revoked' })
  identity.faults.order({ operation: 'GetUser', fault: { kind: 'status', status: 400, body } })
  await store.set(deleteEverythingAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'account-deleted' })
})

test('the app deletes nothing while the identity service is unreachable', async () => {
  const { store, identity, api } = await createStudent()
  identity.network.isDown = true
  await store.set(deleteEverythingAtom)
  expect(store.get(deletionAtom)).toMatchObject({
    steps: { device: 'waiting', server: 'waiting', account: 'waiting' },
    failure: 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
  })
  expect(api.requests).toEqual([])
  expect((await store.get(readStudyDataAtom)()).answers).toHaveLength(1)
})

test('if another device has ended the session, the app does not delete the statistics and signs the user out', async () => {
  const { store, identity, api } = await createStudent()
  const another = await createSignedInStore(async () => Response.error(), { identity })
  await globalSignOut(another.client)
  await store.set(deleteEverythingAtom)
  expect(api.requests).toEqual([])
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'session-ended' })
})
