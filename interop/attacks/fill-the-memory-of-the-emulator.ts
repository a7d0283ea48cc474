import type { Program } from '@cognito-srp/testing/attacked/program'
import { callOperation, flood } from '@cognito-srp/testing/attacked/requests'
import { visitAlone, watchVisits } from '@cognito-srp/testing/attacked/witness'

import { attack } from './harness/attack.ts'

const POOL = { userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }], preventUserExistenceErrors: true }] }
const HEAP_MB = 256
/**
 * Limits on the memory that callers without an account can fill. The first limit is somewhat more than the emulator's
 * own limit of 32 MB. The second limit is the average growth per call, which also reveals a leak on a slow machine,
 * where fewer calls might stay below the first limit.
 */
const MOST_KEPT_MB = 48
const MOST_KEPT_OF_A_CALL_KB = 12
const FLOOD = { count: 100_000, forMs: 9_000, atOnce: 16 }

/** Inputs that fill the memory, each as large as the emulator accepts. The index makes them unique. */
const FILLINGS: Record<string, (index: number) => object> = {
  'a device key of 120 kB': (index) => signIn({ USERNAME: 'x', DEVICE_KEY: `${index}${'k'.repeat(120_000)}` }),
  'a name of 120 kB': (index) => signIn({ USERNAME: `${index}${'n'.repeat(120_000)}` }),
  'a name and a device key of the maximum length': (index) =>
    signIn({ USERNAME: `${index}`.padEnd(128, 'ß'), DEVICE_KEY: `${index}_`.padEnd(55, 'f') }),
}

function signIn(parameters: object): object {
  return { ClientId: 'web', AuthFlow: 'USER_AUTH', AuthParameters: parameters }
}

export default attack({
  does: 'anonymous clients start sign-ins with the largest accepted inputs until the emulator runs out of memory',
  run: async (checkout) => {
    const figures: Record<string, string | number> = {}
    let harm = false
    for (const [what, fill] of Object.entries(FILLINGS)) {
      const emulator = await checkout.startEmulator(POOL, { heapMb: HEAP_MB })
      const { isHarmed, report } = await fillWith(emulator, fill)
      harm ||= isHarmed
      figures[what] = report
      await emulator.stop()
    }
    return { harm, figures }
  },
})

async function fillWith(
  emulator: Program,
  fill: (index: number) => object,
): Promise<{ isHarmed: boolean; report: string }> {
  const visit = { url: `${emulator.url}/local_Pool1/.well-known/jwks.json` }
  const alone = await visitAlone(visit, 1_000)
  const beforeMb = await emulator.keptHeapMb()
  const visits = watchVisits(visit)
  const { sent, tally, tookMs } = await flood({
    ...FLOOD,
    send: async (index) => (await callOperation(emulator.url, 'InitiateAuth', fill(index))).status,
  })
  const during = await visits.stop()
  const keptMb = (await emulator.keptHeapMb()) - beforeMb
  const report = [
    `${sent} calls in ${(tookMs / 1000).toFixed(1)} s ${JSON.stringify(tally)}`,
    emulator.isAlive ? `${keptMb.toFixed(1)} MB kept` : 'the emulator ended',
    `response times of another user ${alone.p50Ms} → ${during.p50Ms} ms (p50), ${alone.p99Ms} → ${during.p99Ms} ms (p99)`,
  ]
  const isMuch = keptMb > MOST_KEPT_MB || (keptMb * 1024) / sent > MOST_KEPT_OF_A_CALL_KB
  return { isHarmed: !emulator.isAlive || isMuch, report: report.join('; ') }
}
