import { sendUnread } from '@cognito-srp/testing/attacked/requests'
import { rawRequest } from '@cognito-srp/testing/raw-http'
import { pause } from '@cognito-srp/testing/attacked/witness'

import { attack } from './harness/attack.ts'
import { measureMemoryGrowth } from './harness/memory-growth.ts'

// Measures the server's memory for a client that requests megabytes and disconnects before the response. The limit on
// connections does not limit the number of such requests. If each request kept its response, the memory would grow by
// gigabytes.

const CONNECTIONS = 60
const DISCONNECT_AFTER_MS = 60
const ATTACK_MS = 10_000

export default attack({
  does: 'one student requests 1 MB on sixty connections, disconnects before the response, and repeats this for 10 s',
  run: (checkout) =>
    measureMemoryGrowth(checkout, async ({ apiUrl, token }) => {
      const read = rawRequest('GET /stats', ['Host: localhost', `Authorization: Bearer ${token}`])
      const endMs = performance.now() + ATTACK_MS
      let sent = 0
      const sendOn = async () => {
        for (; performance.now() < endMs; sent += 1) {
          const socket = sendUnread(apiUrl, read)
          await pause(DISCONNECT_AFTER_MS)
          socket.destroy()
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, sendOn))
      return { requests: sent }
    }),
})
