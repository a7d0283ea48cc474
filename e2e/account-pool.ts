import type { Page } from '@playwright/test'
import { DEMO_POOL } from '@cognito-srp/product/demo'

import { createEmulator, type Emulator } from '../packages/cognito-emulator/src/index.ts'
import type { Account } from './user-pool.ts'

/** A student in a pool that belongs to one test. */
export const STUDENT: Account = { email: 'aluna@example.com', password: 'Estudar-2026' }

/** Users of the pool. Every test starts with the same student, because deriving a password's verifier takes time. */
const USERS = [{ username: 'aluna', password: STUDENT.password, attributes: { email: STUDENT.email } }]

/**
 * Serves the app's pool from a separate emulator for this test, with its own clock, faults and outbox. The product's
 * API accepts only tokens from the real pool, so the API's responses are replaced too, with no questions and empty
 * statistics.
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

/** Returns the last code that was sent. */
export function lastCode({ outbox }: Emulator): string {
  const message = outbox.at(-1)
  if (!message) throw new Error('The outbox is empty: no code was sent.')
  return message.code
}

/** Returns a code that differs from the last one sent. */
export const wrongCode = (emulator: Emulator): string => (lastCode(emulator) === '000000' ? '000001' : '000000')
