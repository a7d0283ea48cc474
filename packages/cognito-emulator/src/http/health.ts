import type { Services } from '../services.ts'

/** Responds if the emulator can read its data, for containers, load balancers and Playwright's `webServer`. */
export function health({ pools, database }: Pick<Services, 'pools' | 'database'>): Response {
  database.collection('pool').list('', { limit: 1 })
  return Response.json({ status: 'ok', userPools: pools.list().length })
}
