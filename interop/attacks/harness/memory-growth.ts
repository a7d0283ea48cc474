import type { Checkout } from '@cognito-srp/testing/attacked/checkout'
import { visitAlone, watchVisits } from '@cognito-srp/testing/attacked/witness'

import type { Outcome } from './attack.ts'
import { createStats, statsBody } from './statistics.ts'

/** Number of entries of about 100 bytes each, so that the statistics take up 1 MB. */
const ENTRIES = 10_000

/** Maximum growth of the server's memory: about twice the size of sixty responses and sixty bodies of 1 MB. */
const MAX_GROWTH_MB = 250

/** API that stores the attacking student's statistics. `body` is the body of the `PUT /stats` that created the statistics. */
type Target = { apiUrl: string; token: string; body: string }

/**
 * Measures the memory of an API while one student attacks it, and how long another student waits for responses.
 *
 * @param attackApi attacks the API and resolves to figures for the report
 */
export async function measureMemoryGrowth(
  checkout: Checkout,
  attackApi: (target: Target) => Promise<Outcome['figures']>,
): Promise<Outcome> {
  const { api, pool } = await checkout.startApi()
  const token = await pool.accessToken('mallory')
  const body = statsBody('mallory', ENTRIES)
  await createStats(api.url, token, body)
  const visit = { url: `${api.url}/questions`, headers: { Authorization: `Bearer ${await pool.accessToken('ana')}` } }
  const alone = await visitAlone(visit)
  api.watch()
  const before = api.usage.rssMb
  const visits = watchVisits(visit)
  const figures = await attackApi({ apiUrl: api.url, token, body })
  const attacked = await visits.stop()
  const grownMb = api.usage.peakRssMb - before
  return {
    harm: !api.isAlive || attacked.answers === 0 || attacked.failures > 0 || grownMb > MAX_GROWTH_MB,
    figures: {
      ...figures,
      'responses to another user': attacked.answers,
      'memory before, MB': before,
      'maximum memory, MB': api.usage.peakRssMb,
      'p50 of another user, ms': `${alone.p50Ms} → ${attacked.p50Ms}`,
      'p99 of another user, ms': `${alone.p99Ms} → ${attacked.p99Ms}`,
    },
  }
}
