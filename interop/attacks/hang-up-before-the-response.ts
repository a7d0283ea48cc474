import { sendUnread } from '@cognito-srp/testing/attacked/requests'
import { rawRequest } from '@cognito-srp/testing/raw-http'
import { pause, visitAlone, watchVisits } from '@cognito-srp/testing/attacked/witness'

import { attack } from './harness/attack.ts'
import { createStats, statsBody } from './harness/statistics.ts'

// Measures the server's memory for a client that requests megabytes and disconnects before the response. The number of
// such requests is not limited by the number of connections.

const ENTRIES = 10_000
const CONNECTIONS = 60
const DISCONNECT_AFTER_MS = 60
const ATTACK_MS = 10_000

/** Maximum growth of the server's memory. If each request kept its response, the memory would grow by gigabytes. */
const MAX_GROWTH_MB = 250

export default attack({
  does: 'one student requests 1 MB on sixty connections, disconnects before the response, and repeats this for 10 s',
  run: async (checkout) => {
    const { api, pool } = await checkout.startApi()
    const token = await pool.accessToken('mallory')
    await createStats(api.url, token, statsBody('mallory', ENTRIES))
    const visit = { url: `${api.url}/questions`, headers: { Authorization: `Bearer ${await pool.accessToken('ana')}` } }
    const alone = await visitAlone(visit)
    api.watch()
    const before = api.usage.rssMb
    const visits = watchVisits(visit)
    const read = rawRequest('GET /stats', ['Host: localhost', `Authorization: Bearer ${token}`])
    const endMs = performance.now() + ATTACK_MS
    let sent = 0
    const sendOn = async () => {
      for (; performance.now() < endMs; sent += 1) {
        const socket = sendUnread(api.url, read)
        await pause(DISCONNECT_AFTER_MS)
        socket.destroy()
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, sendOn))
    const attacked = await visits.stop()
    const grownMb = api.usage.peakRssMb - before
    return {
      harm: !api.isAlive || attacked.answers === 0 || attacked.failures > 0 || grownMb > MAX_GROWTH_MB,
      figures: {
        requests: sent,
        'responses to another user': attacked.answers,
        'memory before, MB': before,
        'maximum memory, MB': api.usage.peakRssMb,
        'p50 of another user, ms': `${alone.p50Ms} → ${attacked.p50Ms}`,
        'p99 of another user, ms': `${alone.p99Ms} → ${attacked.p99Ms}`,
      },
    }
  },
})
