// Reloads a page or opens another address during a GET or PUT of the statistics, in Chromium, Firefox and WebKit. The
// student must stay signed in, and no answer may be lost or counted twice.
// Usage: node --conditions=@cognito-srp/source e2e/long-tests/leaving.long.ts [rounds] [engine…]

import { inEachEngine } from '@cognito-srp/testing/engines/engines'
import { Leaver, WAYS } from '../engines/leaving.ts'
import { compareCounts, serverCounts, totalTries, type Counts } from './tally.ts'
import { withWholeProduct } from './whole-product.ts'

const ROUNDS = Number(process.argv[2] ?? 20)

const succeeded = await withWholeProduct(({ product, pool }) =>
  inEachEngine(process.argv.slice(3), async (engine) => {
    const account = await pool.createStudent()
    const start = performance.now()
    let signedOut = 0
    let stuck = 0
    let trials = 0
    const answered: Counts = new Map()
    let leaver = await Leaver.start(await engine.openProfile(), product.url, account)
    const keep = () => {
      for (const [id, tries] of leaver.answered) {
        const before = answered.get(id)?.tries ?? 0
        answered.set(id, { tries: before + tries, correct: before + tries })
      }
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      console.log(`${engine.name}: round ${round + 1} of ${ROUNDS}, ${secondsSince(start)} s`)
      for (const way of WAYS) {
        for (const method of ['GET', 'PUT'] as const) {
          trials += 1
          const leaving = method === 'GET' ? leaver.leaveDuringGet(way) : leaver.leaveDuringPut(way)
          const isIn = await leaving.catch((cause: unknown) => String(cause))
          if (isIn === true) continue
          if (isIn === false) signedOut += 1
          else stuck += 1
          console.log(`${engine.name}: ${way} during ${method}: ${isIn === false ? 'signed out' : isIn}`)
          keep()
          await leaver.close()
          leaver = await Leaver.start(await engine.openProfile(), product.url, account)
        }
      }
    }
    await leaver.drain()
    keep()
    await leaver.close()
    const { lost, double } = compareCounts(answered, await serverCounts(product, pool, account))
    const title = `${engine.name} ${engine.version}`
    console.log(
      `${title}: ${trials} leaves, ${totalTries(answered)} answers: ${signedOut} signed out, ${stuck} stuck, ${lost} lost, ${double} counted twice, in ${secondsSince(start)} s`,
    )
    return signedOut + stuck + lost + double === 0 && answered.size > 0
  }),
)
process.exitCode = succeeded ? 0 : 1

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0)
}
