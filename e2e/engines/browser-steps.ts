import { serverCounts } from '../long-tests/tally.ts'
import { Gate } from './gate.ts'
import { Screen, until } from './screen.ts'
import { alternative, answer, goHome, nextQuestion, startQuiz } from './student.ts'
import { main, SYNC_PATIENCE_MS } from './step.ts'
import type { Journey, Step } from './step.ts'

// Steps that use a second tab, or that run while the server is down or storage is disabled.

const MEMORY_NOTICE = 'Este navegador não permite guardar dados'

export const tabSteps: Step[] = [
  [
    'a second tab is signed in and shows the same run',
    async (journey) => {
      journey.second = await Screen.open(journey.profile, journey.gate.url, '/quiz')
      await journey.second.see({ role: 'text', name: new RegExp(`^${journey.answered[1]?.id} - `), ...main })
    },
  ],
  [
    'an answer in one tab counts as waiting in the other tab too',
    async (journey) => {
      await nextQuestion(journey.second)
      journey.answered.push(await answer(journey.second, true))
      await journey.screen.says('1 resposta por enviar', 'header')
    },
  ],
  [
    'the same question is locked in the other tab',
    async ({ screen, answered: [, , third] }) => {
      if (!third) throw new Error('The journey has fewer than three answers.')
      await nextQuestion(screen)
      await screen.see(alternative(third, third.correct), ({ isEnabled }) => !isEnabled)
    },
  ],
  [
    'both tabs show that all answers are sent',
    async ({ screen, second }) => {
      await second.says('Sincronizado', 'header', SYNC_PATIENCE_MS)
      await screen.says('Sincronizado', 'header', SYNC_PATIENCE_MS)
      await second.tab.close()
    },
  ],
]

export const offlineSteps: Step[] = [
  [
    'while the server is down, an answer is stored and counted as waiting',
    async (journey) => {
      await startQuiz(journey.screen, 'Aleatória')
      await journey.gate.shut()
      journey.answered.push(await answer(journey.screen, true))
      await journey.screen.says(/\d respostas? por enviar/, 'header')
    },
  ],
  [
    'the app opens without the server and resumes the run',
    async ({ screen, answered }) => {
      await screen.tab.reload()
      await screen.see({ role: 'text', name: new RegExp(`^${answered.at(-1)?.id} - `), ...main })
    },
  ],
  [
    'the answer is sent when the server is back',
    async ({ screen, gate, product, pool, account, answered }) => {
      await gate.reopen()
      await screen.open('/home')
      await screen.see({ role: 'combobox' })
      await screen.open('/quiz')
      const id = answered.at(-1)?.id ?? ''
      const isCounted = async () => (await serverCounts(product, pool, account)).has(id)
      if (!(await until(isCounted, SYNC_PATIENCE_MS))) throw new Error(`The server has no count for question ${id}.`)
      await screen.says('Sincronizado', 'header', SYNC_PATIENCE_MS)
    },
  ],
]

export const storageSteps: Step[] = [
  [
    'if the browser denies all storage, a notice says so and answers are counted',
    (journey) =>
      studyWithoutStorage(
        journey,
        `for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
  Object.defineProperty(globalThis, name, { get() { throw new DOMException('Denied.', 'SecurityError') } })`,
      ),
  ],
  [
    'if the database never responds, the app continues in memory',
    (journey) => studyWithoutStorage(journey, 'IDBFactory.prototype.open = () => new EventTarget()'),
  ],
]

/** Studies in a new profile with a script that disables storage. */
async function studyWithoutStorage({ engine, product, pool }: Journey, script: string): Promise<void> {
  const gate = await Gate.open(product.url)
  gate.putBeforeTheApp(script)
  const profile = await engine.openProfile()
  try {
    const screen = await Screen.open(profile, gate.url, '/')
    await goHome(screen, await pool.createStudent())
    await startQuiz(screen, 'Aleatória')
    await screen.says(MEMORY_NOTICE)
    await answer(screen, true)
  } finally {
    await profile.close()
    await gate.close()
  }
}
