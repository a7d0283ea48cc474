import 'fake-indexeddb/auto'
import { currentUsername, getUser, globalSignOut } from '@cognito-srp/client'
import { afterEach, expect, test, vi } from 'vitest'

import { createProductApi } from '../../../test/gateway.ts'
import { createSignedInStore } from '../../../test/signed-in-store.ts'
import { authStateAtom, watchAuthAtom } from '../../session/auth.ts'
import { loadStatsAtom, readStudyDataAtom, recordAnswerAtom } from '../../sync/sync-atoms.ts'
import { deleteEverythingAtom, deletionAtom } from './deletion.ts'

const ANSWER = { questionId: 'q1', correct: true, selected: 0, sessionId: 's', atMs: 0 }
const EMPTY = { id: 'ana', questionsStats: {} }

const log = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => log.mockClear())

/** Somebody with an answer and statistics; `server` says how DELETE /stats is answered, and `network` cuts the API off. */
async function createStudent(server: () => Response = () => new Response(null, { status: 204 })) {
  const api = createProductApi([])
  api.gateway.store({ ...EMPTY, questionsStats: { q0: { tries: 2, correct: 1 } } })
  const network = { isDown: false }
  const { store, client, identity } = await createSignedInStore(async (request) => {
    if (network.isDown) throw new TypeError('connection lost')
    if (request.method !== 'DELETE') return api.handle(request)
    api.requests.push('DELETE /stats')
    return server()
  })
  store.set(watchAuthAtom)
  await store.set(loadStatsAtom)
  await store.set(recordAnswerAtom, ANSWER)
  api.requests.length = 0
  return { store, client, identity, api, network }
}

test('the answers of this device go first, then the statistics, then the account; the login says so', async () => {
  const { store, client, api } = await createStudent()
  await store.set(deleteEverythingAtom)
  expect(api.requests).toEqual(['DELETE /stats'])
  expect(await currentUsername(client)).toBeNull()
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'account-deleted' })
  expect(store.get(deletionAtom)).toBeNull()
})

test('a gateway that knows no DELETE keeps an empty record, and the login says so', async () => {
  const { store, api } = await createStudent(() => new Response(null, { status: 405 }))
  await store.set(deleteEverythingAtom)
  expect(api.gateway.counts()).toEqual({})
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'account-emptied' })
})

test('a server that fails stops the deletion: what is deleted and what is not is told, and a second try goes on', async () => {
  const answers = [() => new Response(null, { status: 500 }), () => new Response(null, { status: 204 })]
  const { store, client } = await createStudent(() => answers.shift()?.() ?? Response.error())
  await store.set(deleteEverythingAtom)
  expect(store.get(deletionAtom)).toMatchObject({
    steps: { device: 'done', server: 'failed', account: 'waiting' },
    isRunning: false,
    failure: 'O servidor não conseguiu atender. Tente de novo daqui a pouco.',
  })
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })
  expect((await store.set(readStudyDataAtom)).answers).toEqual([])
  await expect(getUser(client)).resolves.toBeDefined()

  await store.set(deleteEverythingAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'account-deleted' })
})

test('no reply of the server is no confirmation', async () => {
  const { store, network } = await createStudent()
  network.isDown = true
  await store.set(deleteEverythingAtom)
  expect(store.get(deletionAtom)).toMatchObject({
    steps: { device: 'done', server: 'unconfirmed', account: 'waiting' },
    failure: 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
  })
})

test('an account that was deleted although the reply was lost is found deleted by the second try', async () => {
  const { store, identity } = await createStudent()
  identity.faults.order({ operation: 'DeleteUser', fault: { kind: 'drop-answer' } })
  await store.set(deleteEverythingAtom)
  expect(store.get(deletionAtom)?.steps).toEqual({ device: 'done', server: 'done', account: 'unconfirmed' })
  expect(store.get(authStateAtom)).toMatchObject({ status: 'signedIn' })

  await store.set(deleteEverythingAtom)
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'account-deleted' })
})

test('without the identity service nothing is deleted', async () => {
  const { store, identity, api } = await createStudent()
  identity.network.isDown = true
  await store.set(deleteEverythingAtom)
  expect(store.get(deletionAtom)).toMatchObject({
    steps: { device: 'waiting', server: 'waiting', account: 'waiting' },
    failure: 'Sem conexão com o servidor. Verifique sua internet e tente de novo.',
  })
  expect(api.requests).toEqual([])
  expect((await store.set(readStudyDataAtom)).answers).toHaveLength(1)
})

test('a session that was ended elsewhere deletes nothing and is over', async () => {
  const { store, identity, api } = await createStudent()
  const another = await createSignedInStore(async () => Response.error(), { identity })
  await globalSignOut(another.client)
  await store.set(deleteEverythingAtom)
  expect(api.requests).toEqual([])
  expect(store.get(authStateAtom)).toEqual({ status: 'signedOut', reason: 'session-ended' })
})
