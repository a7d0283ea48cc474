// Imports a bank of real questions, where one lies beside the checkout, and compares a student's journey with the same
// journey on the bank that the product starts with.
// Usage: node --conditions=development e2e/long-tests/real-bank.long.ts [journeys]

import { signIn } from '../student.ts'
import { findRealBank, importBankFile } from './bank-file.ts'
import { studyOnce } from './journey.ts'
import { measureMs, median } from './timing.ts'
import { profileOf, withWholeProduct } from './whole-product.ts'

const JOURNEYS = Number(process.argv[2] ?? 7)
const QUESTIONS = 5
const MAX_RATIO = 1.4 // what a busy machine adds by chance

const realBank = findRealBank()
if (realBank === null) {
  console.log('Not tried: ../shared/data/questions.oab.json does not exist beside this checkout.')
} else {
  const seedMs = await timeJourneys(() => {})
  const realMs = await timeJourneys((dataFolder) => importBankFile(realBank, dataFolder))
  const ratio = realMs / seedMs
  console.log(`Median of ${JOURNEYS} journeys: seed bank ${seedMs.toFixed(0)} ms, real bank ${realMs.toFixed(0)} ms`)
  console.log(`Ratio ${ratio.toFixed(2)}, at most ${MAX_RATIO}`)
  process.exitCode = ratio > MAX_RATIO ? 1 : 0
}

async function timeJourneys(prepare: (dataFolder: string) => void): Promise<number> {
  return withWholeProduct(async ({ product, pool, browser }) => {
    // Long questions scroll; the animation of that is no part of how quick the app is.
    const context = await browser.newContext({ ...profileOf(product), reducedMotion: 'reduce' })
    const page = await context.newPage()
    await signIn(page, await pool.createStudent())
    await studyOnce(page, QUESTIONS) // the first visit loads the bank and is not counted
    const durationsMs: number[] = []
    for (let journey = 0; journey < JOURNEYS; journey += 1) {
      durationsMs.push(await measureMs(() => studyOnce(page, QUESTIONS)))
    }
    return median(durationsMs)
  }, prepare)
}
