// Kills the whole browser with SIGKILL right after an answer is shown, and starts it again with the same profile. At
// the end, compares the server's counters with the answers that the student saw. No answer may be lost or counted
// twice.
// Usage: node --conditions=@cognito-srp/source e2e/long-tests/browser-kill.long.ts [kills] [seed]

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { chromiumLaunch } from '@cognito-srp/testing/chromium'

import { Device } from './device.ts'
import { seededRandom } from './seeded-random.ts'
import { compareCounts, serverCounts, totalTries, type Counts } from './tally.ts'
import { profileOf, withWholeProduct } from './whole-product.ts'

const KILLS = Number(process.argv[2] ?? 8)
const SEED = Number(process.argv[3] ?? Date.now() % 100_000)

console.log(`Seed ${SEED}, ${KILLS} kills of the browser.`)
const random = seededRandom(SEED)
const profile = mkdtempSync(join(tmpdir(), 'profile-'))

const { lost, double, answers } = await withWholeProduct(async ({ product, pool }) => {
  const account = await pool.createStudent()
  const answered: Counts = new Map()
  const openDevice = async () => {
    const context = await chromium.launchPersistentContext(profile, { ...chromiumLaunch(), ...profileOf(product) })
    await context.clock.install()
    return new Device(context, await context.newPage(), account, answered)
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    const device = await openDevice()
    await device.startQuiz()
    await device.answerAndContinue(random() < 0.5)
    await device.answerAndContinue(random() < 0.5)
    if (random() < 0.5) await device.passSyncDelay() // the send has started
    await killBrowser(device.context)
  }
  const device = await openDevice()
  await device.drain()
  await device.context.close()
  return { ...compareCounts(answered, await serverCounts(product, pool, account)), answers: totalTries(answered) }
}).finally(() => rmSync(profile, { recursive: true, force: true }))

console.log(`${KILLS} kills, ${answers} answers: ${lost} lost, ${double} counted twice`)
process.exitCode = lost + double > 0 || answers === 0 ? 1 : 0

async function killBrowser(context: BrowserContext): Promise<void> {
  const browserSession = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await browserSession?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const pid = processInfo.find(({ type }) => type === 'browser')?.id
  if (pid === undefined) throw new Error('SystemInfo.getProcessInfo returned no browser process.')
  const closed = context.waitForEvent('close')
  process.kill(pid, 'SIGKILL')
  await closed
}
