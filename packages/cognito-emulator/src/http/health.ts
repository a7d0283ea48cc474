import type { Services } from '../services.ts'

/**
 * Handles a health check from a container, a load balancer or Playwright's `webServer`. The check fails if the emulator
 * cannot read its data.
 */
export function health({ pools, database }: Pick<Services, 'pools' | 'database'>): Response {
  database.collection('pool').list('', { limit: 1 })
  return Response.json({ status: 'ok', userPools: pools.list().length })
}
