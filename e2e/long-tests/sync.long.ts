// Injects faults while a student's answers are synced to the server, in a real browser against the running product.
// Then compares the server's counters with the answers that the student saw. No answer may be lost or counted twice.
// Usage: node --conditions=@cognito-srp/source e2e/long-tests/sync.long.ts [rounds per fault] [seed]

import { Device } from './device.ts'
import { FAULTS } from './faults.ts'
import { seededRandom } from './seeded-random.ts'
import { compareCounts, countAll, serverCounts, totalTries } from './tally.ts'
import { withWholeProduct } from './whole-product.ts'

const ROUNDS = Number(process.argv[2] ?? 4)
const SEED = Number(process.argv[3] ?? Date.now() % 100_000)

console.log(`Seed ${SEED}, ${ROUNDS} rounds of each fault, two devices of one student.`)
const random = seededRandom(SEED)

const { lost, double, answers } = await withWholeProduct(async ({ product, pool, browser }) => {
  const account = await pool.createStudent()
  const devices = [await Device.open(browser, product, account), await Device.open(browser, product, account)] as const

  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [name, strike] of Object.entries(FAULTS)) {
      const [device, other] = random() < 0.5 ? devices : ([devices[1], devices[0]] as const)
      await device.startQuiz()
      await strike({ device, other, product, random })
      console.log(`round ${round}: ${name}; ${totalTries(countAll(devices))} answers so far`)
    }
  }
  for (const device of devices) await device.drain()
  const answered = countAll(devices)
  const stored = await serverCounts(product, pool, account)
  return { ...compareCounts(answered, stored), answers: totalTries(answered) }
})

console.log(`${ROUNDS * Object.keys(FAULTS).length} faults, ${answers} answers: ${lost} lost, ${double} counted twice`)
process.exitCode = lost + double > 0 || answers === 0 ? 1 : 0
