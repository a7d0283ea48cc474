import type { Services } from '../services.ts'

/**
 * Health check for containers, load balancers and Playwright's `webServer`. The check fails if the emulator cannot read its
 * data.
 */
export function health({ pools, database }: Pick<Services, 'pools' | 'database'>): Response {
  database.collection('pool').list('', { limit: 1 })
  return Response.json({ status: 'ok', userPools: pools.list().length })
}
