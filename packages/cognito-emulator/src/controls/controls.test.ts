import { expect, test } from 'vitest'

import { accessTokenOf, ANA, call, createTestEmulator, POOL_ID, signInWithPassword } from '../../test/caller.ts'
import { startEmulator } from '../index.ts'

const forgot = ['ForgotPassword', { ClientId: 'web', Username: 'ana' }] as const

test('a fault affects only the next calls to its operation', async () => {
  const emulator = createTestEmulator()
  emulator.faults.order({ operation: 'ForgotPassword', times: 2, fault: { kind: 'throttle' } })
  await expect(signInWithPassword(emulator)).resolves.toHaveProperty('AuthenticationResult')
  for (let time = 0; time < 2; time++) {
    await expect(call(emulator, ...forgot)).rejects.toMatchObject({ code: 'TooManyRequestsException', status: 429 })
  }
  await expect(call(emulator, ...forgot)).resolves.toHaveProperty('CodeDeliveryDetails')
})

test('faults are applied in the order in which they were added, and clear() removes them', async () => {
  const emulator = createTestEmulator()
  const status = async () => (await emulator.fetch(new Request('http://127.0.0.1/', { method: 'POST' }))).status
  emulator.faults.order({ fault: { kind: 'status', status: 502, body: '<html>', contentType: 'text/html' } })
  emulator.faults.order({ fault: { kind: 'status', status: 503 } })
  emulator.faults.order({ times: 9, fault: { kind: 'status', status: 504 } })
  expect([await status(), await status(), await status()]).toEqual([502, 503, 504])
  emulator.faults.clear()
  expect(await status()).toBe(400)
})

test('a throttle fault with retryAfterSeconds sets the Retry-After header', async () => {
  const emulator = createTestEmulator()
  emulator.faults.order({ fault: { kind: 'throttle', retryAfterSeconds: 7 } })
  expect((await emulator.fetch(new Request('http://127.0.0.1/', { method: 'POST' }))).headers.get('retry-after')).toBe(
    '7',
  )
})

test('a delayed call succeeds after the delay', async () => {
  const emulator = createTestEmulator()
  emulator.faults.order({ fault: { kind: 'delay', delayMs: 60 } })
  const startedAtMs = performance.now()
  await expect(call(emulator, ...forgot)).resolves.toHaveProperty('CodeDeliveryDetails')
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(55)
})

test('a "drop" fault prevents the call, and a "drop-answer" fault drops only the response', async () => {
  const emulator = createTestEmulator()
  emulator.faults.order({ fault: { kind: 'drop' } })
  await expect(call(emulator, ...forgot)).rejects.toThrow(TypeError)
  expect(emulator.outbox).toHaveLength(0)
  emulator.faults.order({ fault: { kind: 'drop-answer' } })
  await expect(call(emulator, ...forgot)).rejects.toThrow(TypeError)
  expect(emulator.outbox).toHaveLength(1)
})

test('a "drop" fault breaks the connection of an HTTP request', async () => {
  const emulator = await startEmulator({ userPools: [{ id: POOL_ID, clients: [{ id: 'web' }], users: [ANA] }] })
  const overHttp = { ...emulator, fetch: (request: Request) => fetch(new Request(emulator.url, request)) }
  emulator.faults.order({ fault: { kind: 'drop' } })
  await expect(call(overHttp, ...forgot)).rejects.toThrow('fetch failed')
  await expect(call(overHttp, ...forgot)).resolves.toHaveProperty('CodeDeliveryDetails')
  await emulator.close()
})

test.each([0, -1, 1.5])('a fault for %d calls is rejected', (times) => {
  const emulator = createTestEmulator()
  expect(() => emulator.faults.order({ times, fault: { kind: 'drop' } })).toThrow(RangeError)
})

test('the control routes return the outbox, advance the clock and add faults', async () => {
  const emulator = createTestEmulator()
  const control = (path: string, method = 'GET', body?: object) =>
    emulator.fetch(
      new Request(`http://127.0.0.1/_emulator/${path}`, { method, ...(body && { body: JSON.stringify(body) }) }),
    )
  await call(emulator, ...forgot)
  expect(await (await control('outbox')).json()).toEqual(emulator.outbox)
  expect((await control('outbox', 'DELETE')).status).toBe(204)
  expect(emulator.outbox).toEqual([])

  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  expect((await control('clock', 'POST', { advanceSeconds: 3601 })).status).toBe(200)
  await expect(call(emulator, 'GetUser', { AccessToken })).rejects.toThrow('Access Token has expired')

  await control('faults', 'POST', { operation: 'ForgotPassword', fault: { kind: 'status', status: 502 } })
  expect((await control('faults', 'POST', { fault: { kind: 'nonsense' } })).status).toBe(400)
  expect((await control('clock', 'POST', { advanceSeconds: -1 })).status).toBe(400)
  expect((await control('faults', 'DELETE')).status).toBe(204)
  await expect(call(emulator, ...forgot)).resolves.toHaveProperty('CodeDeliveryDetails')
})
