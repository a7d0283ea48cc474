// A student studies where one of the late built-ins of browsers is missing, each in its turn; in Chromium, Firefox and
// WebKit. (`e2e/engines/insecure.spec.ts` takes them away together.)
// Usage: node --conditions=development e2e/long-tests/missing.long.ts [engine…]

import type { Engine } from '@cognito-srp/testing/engines/engine'
import { inEachEngine } from '@cognito-srp/testing/engines/engines'
import { Gate } from '../engines/gate.ts'
import { REMOVALS } from '../engines/missing.ts'
import { Screen } from '../engines/screen.ts'
import { answer, goHome, nextQuestion, startQuiz } from '../engines/student.ts'
import { compareCounts, countAnswer, serverCounts, type Counts } from './tally.ts'
import { withWholeProduct, type Whole } from './whole-product.ts'

const succeeded = await withWholeProduct((whole) =>
  inEachEngine(process.argv.slice(2), async (engine) => {
    let passed = 0
    for (const [name, script] of Object.entries(REMOVALS)) {
      const problem = await studyWithout(name, script, engine, whole).catch(String)
      console.log(`${engine.name} without ${name}: ${problem ?? 'passed'}`)
      if (problem === null) passed += 1
    }
    const total = Object.keys(REMOVALS).length
    console.log(`${engine.name} ${engine.version}: ${passed} of ${total}`)
    return passed === total
  }),
)
process.exitCode = succeeded ? 0 : 1

/** Signs in, answers, reloads, and signs out, which sends the answers. @returns what went wrong, or null */
async function studyWithout(
  name: string,
  script: string,
  engine: Engine,
  { product, pool }: Whole,
): Promise<string | null> {
  const gate = await Gate.open(product.url)
  gate.putBeforeTheApp(script)
  const profile = await engine.openProfile()
  try {
    const account = await pool.createStudent()
    const screen = await Screen.open(profile, gate.url, '/')
    const isThere = await screen.tab.evaluate(`/native|LockManager/.test(String(${name}))`)
    if (isThere === true) return 'it is still there'
    await goHome(screen, account)
    const answered: Counts = new Map()
    await startQuiz(screen, 'Aleatória')
    countAnswer(answered, (await answer(screen, true)).id, true)
    await nextQuestion(screen)
    countAnswer(answered, (await answer(screen, false)).id, false)
    await screen.tab.reload()
    await screen.says('Sua resposta, incorreta', 'main')
    await screen.press({ role: 'button', name: 'Logout' })
    await screen.path('/login')
    const { lost, double } = compareCounts(answered, await serverCounts(product, pool, account))
    return lost + double === 0 ? null : `${lost} lost, ${double} counted twice`
  } finally {
    await profile.close()
    await gate.close()
  }
}
