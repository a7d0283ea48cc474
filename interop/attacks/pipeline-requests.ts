import type { Checkout } from '@cognito-srp/testing/attacked/checkout'
import type { Program } from '@cognito-srp/testing/attacked/program'
import { sendUnread } from '@cognito-srp/testing/attacked/requests'
import { pause, visitAlone, watchVisits } from '@cognito-srp/testing/attacked/witness'
import { attack } from './harness/attack.ts'

// Sends pipelined requests on many connections to each of the three servers. So that the limit on connections per
// address does not affect the result, the limit is disabled or the attack uses two addresses. New clients connect from
// a third address.

const CONNECTIONS = 900
const REQUESTS = 1_000
const ATTACK_MS = 8_000
const AFTERWARDS_MS = 2_000

/** Heap limit below Node's default, so that unbounded growth is detected sooner. */
const HEAP_MB = 512

const ATTACKERS = ['127.0.0.1', '127.0.0.3']
const NEWCOMER = '127.0.0.2'
const OPTIONS = { heapMb: HEAP_MB, env: { TRUSTED_PROXIES: '127.0.0.0/8' } }

/** Starts a server, and returns the server with the path to request. */
type Start = (checkout: Checkout) => Promise<{ server: Program; path: string }>

const SERVERS: Record<string, Start> = {
  product: async (checkout) => {
    const server = await checkout.startProduct(OPTIONS)
    const page = await (await fetch(server.url)).text()
    return { server, path: /\/assets\/index-[^"]+\.js/.exec(page)?.[0] ?? '/' }
  },
  API: async (checkout) => ({ server: (await checkout.startApi(OPTIONS)).api, path: '/healthz' }),
  emulator: async (checkout) => ({
    server: await checkout.startEmulator(undefined, OPTIONS),
    path: '/local_Pool1/.well-known/jwks.json',
  }),
}

export default attack({
  does: 'an anonymous client sends 1,000 requests at once on each of 900 connections without reading, so others get no response',
  run: async (checkout) => {
    const figures: Record<string, string> = {}
    const harmful: string[] = []
    for (const [name, start] of Object.entries(SERVERS)) {
      const { server, path } = await start(checkout)
      const { isHarmed, figure } = await attackServer(server, path)
      figures[name] = figure
      if (isHarmed) harmful.push(name)
      await server.stop()
    }
    return { harm: harmful.length > 0, figures: { ...figures, 'harm to': harmful.join(', ') || 'none' } }
  },
})

async function attackServer(server: Program, path: string): Promise<{ isHarmed: boolean; figure: string }> {
  const visit = { url: server.url + path, from: NEWCOMER }
  const alone = await visitAlone(visit)
  const visits = watchVisits(visit)
  await visits.warmUp
  const idleMb = server.measureRssMb()
  server.watch()
  const requests = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(REQUESTS)
  const sockets = Array.from({ length: CONNECTIONS }, (_, index) =>
    sendUnread(server.url, requests, ATTACKERS[index % ATTACKERS.length]),
  )
  await pause(ATTACK_MS)
  const attackedMb = server.measureRssMb()
  for (const socket of sockets) socket.destroy()
  await pause(AFTERWARDS_MS)
  const { answers, failures, p50Ms, slowestMs } = await visits.stop()
  const { peakRssMb, longestBlockMs } = server.usage
  const mostMb = Math.max(attackedMb, peakRssMb)
  const isServing = server.isAlive && answers > 0 && failures === 0
  return {
    isHarmed: !isServing || mostMb >= 2 * idleMb,
    figure: [
      server.isAlive ? 'alive' : 'crashed',
      `memory ${idleMb} → ${mostMb} MB`,
      `newcomers: ${answers} answers, ${failures} failures, p50 ${alone.p50Ms} → ${p50Ms} ms, slowest ${slowestMs} ms`,
      `event loop blocked for at most ${longestBlockMs} ms`,
    ].join('; '),
  }
}
