import { expect, test, vi } from 'vitest'

import { createTestEmulator } from '../../test/caller.ts'

const HEALTH = 'http://127.0.0.1:9339/health'

test('/health returns ok to every origin', async () => {
  const answer = await createTestEmulator().fetch(new Request(HEALTH, { headers: { origin: 'http://localhost:5173' } }))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({ status: 'ok', userPools: 1 })
})

test('/health returns 500 if the data cannot be read', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const emulator = createTestEmulator()
  await emulator.close()
  expect((await emulator.fetch(new Request(HEALTH))).status).toBe(500)
  log.mockRestore()
})
