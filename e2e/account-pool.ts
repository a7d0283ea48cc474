import type { Page } from '@playwright/test'
import { DEMO_POOL } from '@cognito-srp/product/demo'

import { createEmulator, type Emulator } from '../packages/cognito-emulator/src/index.ts'
import type { Account } from './user-pool.ts'

/** Somebody in a pool of one test. */
export const STUDENT: Account = { email: 'aluna@example.com', password: 'Estudar-2026' }

/** Passwords cost time to make: every test begins with this one student. */
const USERS = [{ username: 'aluna', password: STUDENT.password, attributes: { email: STUDENT.email } }]

/**
 * The app's pool as a service of this test alone, with a clock, faults and an outbox that no other test sees. The product
 * API knows the real one: here it answers with nothing to study.
 */
export async function serveOwnPool(page: Page): Promise<Emulator> {
  const emulator = createEmulator({ userPools: [{ ...DEMO_POOL, users: USERS }] })
  await page.route('**/cognito-idp/', async (route) => {
    const request = route.request()
    const call = { method: request.method(), headers: await request.allHeaders(), body: request.postData() }
    const answer = await emulator.fetch(new Request('http://localhost/', call)).catch(() => null)
    if (answer === null) return route.abort()
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    })
  })
  await page.route('**/api/questions', (route) => route.fulfill({ json: [] }))
  await page.route('**/api/stats', (route) => route.fulfill({ json: { id: 'aluna', questionsStats: {} } }))
  return emulator
}

/** The last code that was sent. */
export function lastCode({ outbox }: Emulator): string {
  const message = outbox.at(-1)
  if (!message) throw new Error('No code was sent.')
  return message.code
}

/** A code that is not the one sent. */
export const wrongCode = (emulator: Emulator): string => (lastCode(emulator) === '000000' ? '000001' : '000000')
