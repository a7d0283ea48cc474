// Runs a student's journey step by step in Chromium, Firefox and WebKit. Each step starts where the previous step
// ended.
// Usage: node --conditions=@cognito-srp/source e2e/long-tests/engines.long.ts [engine…]

import type { Engine } from '@cognito-srp/testing/engines/engine'
import { inEachEngine } from '@cognito-srp/testing/engines/engines'
import { Gate } from '../engines/gate.ts'
import { STEPS } from '../engines/journey.ts'
import type { Journey } from '../engines/step.ts'
import { Screen } from '../engines/screen.ts'
import { withWholeProduct, type Whole } from './whole-product.ts'

const succeeded = await withWholeProduct((whole) =>
  inEachEngine(process.argv.slice(2), (engine) => goThrough(engine, whole)),
)
process.exitCode = succeeded ? 0 : 1

async function goThrough(engine: Engine, { product, pool }: Whole): Promise<boolean> {
  const gate = await Gate.open(product.url)
  const profile = await engine.openProfile()
  const account = await pool.createStudent()
  const screen = await Screen.open(profile, gate.url, '/')
  const journey: Journey = { product, pool, gate, profile, engine, account, screen, second: screen, answered: [] }
  const journeyStart = performance.now()
  let passed = 0
  for (const [title, go] of STEPS) {
    const start = performance.now()
    try {
      await go(journey)
      passed += 1
      console.log(`${engine.name}: ${title} (${secondsSince(start)} s)`)
    } catch (cause) {
      console.log(`${engine.name}: FAILED: ${title}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  await profile.close()
  await gate.close()
  console.log(`${engine.name} ${engine.version}: ${passed} of ${STEPS.length} steps in ${secondsSince(journeyStart)} s`)
  return passed === STEPS.length
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1)
}
