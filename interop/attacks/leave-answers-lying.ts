import { sendUnread } from '@cognito-srp/testing/attacked/requests'
import { rawRequest } from '@cognito-srp/testing/raw-http'
import { pause } from '@cognito-srp/testing/attacked/witness'

import { attack } from './harness/attack.ts'
import { measureMemoryGrowth } from './harness/memory-growth.ts'

// Measures the server's memory for a client that requests megabytes without reading them, and for a client that sends
// megabytes without finishing the request.

const CONNECTIONS = 60
const ATTACK_MS = 10_000

export default attack({
  does: 'one student requests 1 MB on sixty connections without reading, and sends 1 MB without finishing on sixty more',
  run: (checkout) =>
    measureMemoryGrowth(checkout, async ({ apiUrl, token, body }) => {
      const head = ['Host: localhost', `Authorization: Bearer ${token}`]
      const read = rawRequest('GET /stats', head)
      const write = rawRequest('PUT /stats', [...head, `Content-Length: ${body.length + 1}`], body)
      const sockets = Array.from({ length: CONNECTIONS }, () => [
        sendUnread(apiUrl, read),
        sendUnread(apiUrl, write),
      ]).flat()
      await pause(ATTACK_MS)
      for (const socket of sockets) socket.destroy()
      return { connections: sockets.length }
    }),
})
