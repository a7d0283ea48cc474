import type { Services } from '../services.ts'

/** That the emulator answers and reads its data, for containers, load balancers and Playwright's `webServer`. */
export function health({ pools, database }: Pick<Services, 'pools' | 'database'>): Response {
  database.collection('pool').list('', { limit: 1 })
  return Response.json({ status: 'ok', userPools: pools.list().length })
}
