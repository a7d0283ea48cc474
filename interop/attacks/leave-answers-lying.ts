import { sendUnread } from '@cognito-srp/testing/attacked/requests'
import { rawRequest } from '@cognito-srp/testing/raw-http'
import { pause, visitAlone, watchVisits } from '@cognito-srp/testing/attacked/witness'

import { attack } from './harness/attack.ts'
import { createStats, statsBody } from './harness/statistics.ts'

// Measures the server's memory for a client that requests megabytes without reading them, and for a client that sends
// megabytes without finishing.

const ENTRIES = 10_000
const CONNECTIONS = 60
const ATTACK_MS = 10_000

/** Maximum growth of the server's memory: about twice the size of sixty responses and sixty bodies of 1 MB. */
const MAX_GROWTH_MB = 250

export default attack({
  does: 'one student requests 1 MB on sixty connections without reading, and sends 1 MB without finishing on sixty more',
  run: async (checkout) => {
    const { api, pool } = await checkout.startApi()
    const token = await pool.accessToken('mallory')
    const ana = { Authorization: `Bearer ${await pool.accessToken('ana')}` }
    const body = statsBody('mallory', ENTRIES)
    await createStats(api.url, token, body)
    const visit = { url: `${api.url}/questions`, headers: ana }
    const alone = await visitAlone(visit)
    api.watch()
    const before = api.usage.rssMb
    const visits = watchVisits(visit)
    const head = ['Host: localhost', `Authorization: Bearer ${token}`]
    const read = rawRequest('GET /stats', head)
    const write = rawRequest('PUT /stats', [...head, `Content-Length: ${body.length + 1}`], body)
    const sockets = Array.from({ length: CONNECTIONS }, () => [
      sendUnread(api.url, read),
      sendUnread(api.url, write),
    ]).flat()
    await pause(ATTACK_MS)
    const attacked = await visits.stop()
    const grownMb = api.usage.peakRssMb - before
    for (const socket of sockets) socket.destroy()
    return {
      harm: !api.isAlive || attacked.answers === 0 || attacked.failures > 0 || grownMb > MAX_GROWTH_MB,
      figures: {
        connections: sockets.length,
        'responses to another user': attacked.answers,
        'memory before, MB': before,
        'maximum memory, MB': api.usage.peakRssMb,
        'p50 of another user, ms': `${alone.p50Ms} → ${attacked.p50Ms}`,
        'p99 of another user, ms': `${alone.p99Ms} → ${attacked.p99Ms}`,
      },
    }
  },
})
