import { serverCounts } from '../long-tests/tally.ts'
import { Gate } from './gate.ts'
import { Screen } from './screen.ts'
import { alternative, answer, goHome, nextQuestion, startQuiz } from './student.ts'
import { main, SYNC_PATIENCE_MS } from './step.ts'
import type { Journey, Step } from './step.ts'

// What the browser adds, or takes away: a second tab, the network, storage.

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
    'an answer in one tab waits in the other one too',
    async (journey) => {
      await nextQuestion(journey.second)
      journey.answered.push(await answer(journey.second, true))
      await journey.screen.says('1 resposta por enviar', 'header')
    },
  ],
  [
    'the same question is locked in the other tab',
    async ({ screen, answered: [, , third] }) => {
      if (!third) throw new Error('There is no third answer.')
      await nextQuestion(screen)
      await screen.see(alternative(third, third.correct), ({ isEnabled }) => !isEnabled)
    },
  ],
  [
    'both tabs tell that all is sent',
    async ({ screen, second }) => {
      await second.says('Sincronizado', 'header', SYNC_PATIENCE_MS)
      await screen.says('Sincronizado', 'header', SYNC_PATIENCE_MS)
      await second.tab.close()
    },
  ],
]

export const offlineSteps: Step[] = [
  [
    'while the server is away an answer is kept and counted as waiting',
    async (journey) => {
      await startQuiz(journey.screen, 'Aleatória')
      await journey.gate.shut()
      journey.answered.push(await answer(journey.screen, true))
      await journey.screen.says(/\d respostas? por enviar/, 'header')
    },
  ],
  [
    'the app opens without the server and goes on where it was',
    async ({ screen, answered }) => {
      await screen.tab.reload()
      await screen.see({ role: 'text', name: new RegExp(`^${answered.at(-1)?.id} - `), ...main })
    },
  ],
  [
    'when the server is back the answer is sent',
    async ({ screen, gate, product, pool, account, answered }) => {
      await gate.reopen()
      await screen.open('/home')
      await screen.see({ role: 'combobox' })
      await screen.open('/quiz')
      await screen.says('Sincronizado', 'header', SYNC_PATIENCE_MS)
      const id = answered.at(-1)?.id ?? ''
      if ((await serverCounts(product, pool, account)).get(id) === undefined) throw new Error('The server lacks it.')
    },
  ],
]

export const storageSteps: Step[] = [
  [
    'where the browser refuses to keep anything, the notice says so and answers count',
    (journey) =>
      studyWithoutStorage(
        journey,
        `for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
  Object.defineProperty(globalThis, name, { get() { throw new DOMException('Denied.', 'SecurityError') } })`,
      ),
  ],
  [
    'where the database never answers, the app goes on in memory',
    (journey) => studyWithoutStorage(journey, 'IDBFactory.prototype.open = () => new EventTarget()'),
  ],
]

/** In a profile of its own, with a script that takes storage away. */
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
