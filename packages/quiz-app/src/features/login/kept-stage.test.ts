import type { Challenge } from '@cognito-srp/client'
import { afterEach, expect, test, vi } from 'vitest'

import { forgetStage, keepStage, readKeptStage } from './kept-stage.ts'
import type { Recovery } from './kept-stage.ts'

const CLIENT = 'web'
const SECRET = 'JBSWY3DPEHPK3PXP'

const log = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => log.mockClear())

function createTab(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  return { items, open: () => storage }
}

const base = () => ({ username: 'ana', challengeSession: 'session-1', expiresAtMs: Date.now() + 60_000 })
const code = (): Challenge => ({ ...base(), name: 'SOFTWARE_TOKEN_MFA' })
const setup = (): Challenge => ({ ...base(), name: 'MFA_SETUP', options: ['SOFTWARE_TOKEN_MFA'], step: 'verify' })

test('a kept challenge is read again, the secret of an authenticator set-up included', () => {
  const { open } = createTab()
  const kept = { challenge: setup(), secretCode: SECRET }
  keepStage(CLIENT, kept, open)
  expect(readKeptStage(CLIENT, open)).toEqual(kept)
  expect(log).not.toHaveBeenCalled()
})

test('a kept recovery is read again, and a damaged one dropped', () => {
  const { open, items } = createTab()
  const sent = { destination: 'a***@e***', atMs: 1 }
  const recovery: Recovery = { step: 'reset', username: 'ana@example.com', isRequired: false, sent }
  keepStage(CLIENT, { recovery }, open)
  expect(readKeptStage(CLIENT, open)).toEqual({ recovery })
  items.set(`revisa.challenge.${CLIENT}`, JSON.stringify({ recovery: { ...recovery, step: 'other' } }))
  expect(readKeptStage(CLIENT, open)).toBeNull()
  expect(items.size).toBe(0)
})

test('a kept question about the device is read again', () => {
  const { open } = createTab()
  keepStage(CLIENT, { username: 'ana' }, open)
  expect(readKeptStage(CLIENT, open)).toEqual({ username: 'ana' })
})

test('the challenge of another app client is not found', () => {
  const { open } = createTab()
  keepStage(CLIENT, { challenge: code() }, open)
  expect(readKeptStage('another', open)).toBeNull()
})

test('a forgotten challenge leaves nothing behind', () => {
  const { open, items } = createTab()
  keepStage(CLIENT, { challenge: code() }, open)
  expect(items.size).toBe(1)
  forgetStage(CLIENT, open)
  expect(items.size).toBe(0)
})

test('an expired challenge is removed', () => {
  const { open, items } = createTab()
  keepStage(CLIENT, { challenge: { ...code(), expiresAtMs: Date.now() - 1 } }, open)
  expect(readKeptStage(CLIENT, open)).toBeNull()
  expect(items.size).toBe(0)
})

test.each([
  ['no JSON', `{"secretCode":"${SECRET}"`],
  ['no object', 'null'],
  ['no challenge', JSON.stringify({ secretCode: SECRET })],
  ['a damaged challenge', JSON.stringify({ challenge: { ...code(), challengeSession: 7 }, secretCode: SECRET })],
])('kept text that is %s is dropped and logged, without what it says', (_case, text) => {
  const { open, items } = createTab({ [`revisa.challenge.${CLIENT}`]: text })
  expect(readKeptStage(CLIENT, open)).toBeNull()
  expect(items.size).toBe(0)
  expect(log).toHaveBeenCalledOnce()
  expect(log.mock.calls.flat().map(String).join(' ')).not.toContain(SECRET)
})

test('a secret that is no text is left out', () => {
  const challenge = setup()
  const { open } = createTab({ [`revisa.challenge.${CLIENT}`]: JSON.stringify({ challenge, secretCode: 7 }) })
  expect(readKeptStage(CLIENT, open)).toEqual({ challenge })
})

test('a browser that refuses storage is logged and stops nothing', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  keepStage(CLIENT, { challenge: code() }, refuse)
  expect(readKeptStage(CLIENT, refuse)).toBeNull()
  forgetStage(CLIENT, refuse)
  expect(log).toHaveBeenCalled()
})
