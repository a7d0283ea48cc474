import type { RunningProduct } from '@cognito-srp/product/running-product'

import { serverCounts } from '../long-tests/tally.ts'
import type { Question } from '../student.ts'
import type { Account, UserPool } from '../user-pool.ts'
import type { Engine, Profile } from './engine.ts'
import { Gate } from './gate.ts'
import { Screen } from './screen.ts'
import { alternative, answer, answerWith, currentQuestion, goHome, nextQuestion, signIn, startQuiz } from './student.ts'

/** What the steps of a journey have in common: later steps go on where earlier ones ended. */
export type Journey = {
  product: RunningProduct
  pool: UserPool
  gate: Gate
  profile: Profile
  engine: Engine
  account: Account
  screen: Screen
  second: Screen
  answered: Question[]
}

export type Step = readonly [title: string, go: (journey: Journey) => Promise<unknown>]

const SYNC_PATIENCE_MS = 20_000
const MEMORY_NOTICE = 'Este navegador não permite guardar dados'

const header = { within: 'header' } as const
const main = { within: 'main' } as const
const button = (name: string | RegExp) => ({ role: 'button', name }) as const

const signInSteps: Step[] = [
  ['the empty path leads to /login', ({ screen }) => screen.path('/login')],
  [
    'an invalid form sends nothing and focuses the field',
    async ({ screen }) => {
      await screen.fill('Email', 'aluna')
      await screen.press(button('Logar'))
      await screen.see(
        { role: 'textbox', name: 'Email' },
        ({ attributes, isFocused }) => isFocused && attributes['aria-invalid'] === 'true',
      )
    },
  ],
  [
    'a wrong password is said, and the fields are kept',
    async ({ screen, account }) => {
      await signIn(screen, { ...account, password: 'Errada-2026' })
      await screen.says('E-mail ou senha incorretos.')
      const email = await screen.tab.evaluate('document.querySelector("input").value')
      if (email !== account.email) throw new Error(`The e-mail is now ${String(email)}.`)
    },
  ],
  ['the right password leads to /home', ({ screen, account }) => goHome(screen, account)],
  [
    'home has the four buttons of the specification',
    async ({ screen }) => {
      for (const name of ['Aleatória', 'Menos respondida', 'Menor acerto', 'Estatística'])
        await screen.see(button(name))
    },
  ],
]

const homeSteps: Step[] = [
  [
    'the keyboard opens the themes, chooses one by its letters and closes',
    async ({ screen }) => {
      await screen.tab.evaluate('document.querySelector("[role=combobox]").focus()')
      await screen.keys('Enter')
      await screen.see({ role: 'option', name: 'Química' })
      await screen.keys(...Array.from('quí'), 'Space')
      await screen.see({ role: 'option', name: 'Química' }, ({ attributes }) => attributes['aria-selected'] === 'true')
      await screen.keys('Escape')
      await screen.missesFor({ role: 'option' })
      await screen.see({ role: 'combobox' }, ({ isFocused }) => isFocused)
    },
  ],
  [
    'a press chooses another theme, and a press outside closes the list',
    async ({ screen }) => {
      await screen.press({ role: 'combobox' })
      await screen.press({ role: 'option', name: 'Física' })
      await screen.press({ role: 'heading' })
      await screen.missesFor({ role: 'option' })
      await screen.see(button('Remover Física'))
    },
  ],
  [
    'the appearance turns dark and stays so over a reload',
    async ({ screen }) => {
      await screen.press(button('Aparência: do sistema'))
      await screen.press(button('Aparência: clara'))
      await screen.see(button('Aparência: escura'))
      await screen.tab.reload()
      await screen.see(button('Aparência: escura'))
      const canvas = String(await screen.tab.evaluate('getComputedStyle(document.body).backgroundColor'))
      const shades =
        canvas
          .match(/[\d.]+/g)
          ?.slice(0, 3)
          .map(Number) ?? []
      if (shades.length < 3 || shades.some((shade) => shade > 80)) throw new Error(`The page is ${canvas}.`)
    },
  ],
]

const quizSteps: Step[] = [
  [
    'an order button starts the chosen themes',
    async ({ screen }) => {
      const { theme } = await startQuiz(screen, 'Menos respondida')
      if (theme !== 'Química' && theme !== 'Física') throw new Error(`The theme is ${theme}.`)
    },
  ],
  [
    'the question has the focus',
    ({ screen }) => screen.see({ role: 'heading', ...main }, ({ isFocused }) => isFocused),
  ],
  [
    'the progress is at its start',
    ({ screen }) => screen.see({ role: 'progressbar' }, ({ attributes }) => attributes['aria-valuenow'] === '0'),
  ],
  [
    'a right answer is coloured in words and locked',
    async (journey) => {
      journey.answered.push(await answer(journey.screen, true))
      await journey.screen.says('Correta', 'main')
    },
  ],
  ['the header counts what waits', ({ screen }) => screen.says('1 resposta por enviar', 'header')],
  ['Próxima shows the next question', ({ screen }) => nextQuestion(screen)],
  [
    'a digit answers',
    async (journey) => {
      const question = await currentQuestion(journey.screen)
      const wrong = (question.correct + 1) % question.alternatives.length
      await journey.screen.keys(String(wrong + 1))
      await journey.screen.says('Sua resposta, incorreta', 'main')
      journey.answered.push(question)
    },
  ],
  [
    'the arrows go back and forth',
    async ({ screen, answered: [first, second] }) => {
      await screen.keys('ArrowLeft')
      await screen.see({ role: 'text', name: new RegExp(`^${first?.id} - `), ...main })
      await screen.keys('ArrowRight')
      await screen.see({ role: 'text', name: new RegExp(`^${second?.id} - `), ...main })
    },
  ],
  [
    'the help opens by its button and closes by Escape',
    async ({ screen }) => {
      await screen.press(button('Atalhos do teclado'))
      await screen.says('questão anterior', 'dialog')
      await screen.keys('Escape')
      await screen.missesFor({ role: 'dialog' })
    },
  ],
  [
    'the help closes by a press beside it',
    async ({ screen }) => {
      await screen.press(button('Atalhos do teclado'))
      await screen.says('questão anterior', 'dialog')
      await screen.tab.click({ x: 5, y: 400 })
      await screen.missesFor({ role: 'dialog' })
    },
  ],
  [
    'a reload resumes the same question with its answer',
    async ({ screen, answered: [, second] }) => {
      await screen.tab.reload()
      await screen.see({ role: 'text', name: new RegExp(`^${second?.id} - `), ...main })
      await screen.says('Sua resposta, incorreta', 'main')
    },
  ],
  [
    'leaving for another site and coming back keeps the run',
    async ({ screen, answered: [, second] }) => {
      await screen.tab.open('data:text/html,elsewhere')
      await screen.open('/quiz')
      await screen.see({ role: 'text', name: new RegExp(`^${second?.id} - `), ...main })
    },
  ],
  [
    'all answers are sent, and the server counts each once',
    async ({ screen, product, pool, account, answered }) => {
      await screen.says('Sincronizado', 'header', SYNC_PATIENCE_MS)
      const counts = await serverCounts(product, pool, account)
      const tries = answered.map(({ id }) => counts.get(id)?.tries)
      if (counts.size !== 2 || tries.some((count) => count !== 1)) throw new Error(JSON.stringify([...counts]))
    },
  ],
]

const tabSteps: Step[] = [
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

const runSteps: Step[] = [
  [
    'home offers to continue the run, which continues',
    async ({ screen, answered }) => {
      await screen.press(button('Home'))
      await screen.press(button(/^Continuar \(3 de \d+\)/))
      await screen.path('/quiz')
      await screen.see({ role: 'text', name: new RegExp(`^${answered[2]?.id} - `), ...main })
    },
  ],
  [
    'Encerrar shows the result, and its heading has the focus',
    async ({ screen }) => {
      await screen.press({ ...button('Encerrar'), ...header })
      await screen.says('2 de 3 certas, 67%', 'main')
      await screen.see({ role: 'heading', name: 'Fim desta revisão' }, ({ isFocused }) => isFocused)
    },
  ],
  [
    'the mistakes can be gone through again',
    async ({ screen, answered: [, wrong] }) => {
      await screen.press(button('Rever erros'))
      await screen.see({ role: 'text', name: new RegExp(`^${wrong?.id} - `), ...main })
    },
  ],
  [
    'the statistics name the share of each theme',
    async ({ screen, answered }) => {
      await screen.press(button('Home'))
      await screen.press(button('Estatística'))
      await screen.path('/stats')
      await screen.see(button(new RegExp(`^${answered[0]?.theme}: \\d+%, \\d acertos em \\d tentativas?`)))
    },
  ],
  [
    'a chart starts its theme',
    async ({ screen, answered }) => {
      const theme = answered[0]?.theme ?? ''
      await screen.press(button(new RegExp(`^${theme}: \\d+%`)))
      await screen.path('/quiz')
      const question = await currentQuestion(screen)
      if (question.theme !== theme) throw new Error(`The theme is ${question.theme}.`)
    },
  ],
  [
    'an address that is none offers a way home',
    async ({ screen }) => {
      await screen.open('/nada')
      await screen.says('Página não encontrada')
      await screen.press({ role: 'link' })
      await screen.path('/home')
    },
  ],
]

const offlineSteps: Step[] = [
  [
    'while the server is away an answer is kept and counted as waiting',
    async (journey) => {
      await startQuiz(journey.screen, 'Aleatória')
      await journey.gate.shut()
      journey.answered.push(await answer(journey.screen, true))
      await journey.screen.says('1 resposta por enviar', 'header')
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

const leavingSteps: Step[] = [
  [
    'Minha conta opens as a dialog, closes by Escape, and gives the focus back',
    async ({ screen }) => {
      await screen.open('/home')
      await screen.press(button('Minha conta'))
      await screen.see({ role: 'dialog' })
      await screen.keys('Escape')
      await screen.missesFor({ role: 'dialog' })
      await screen.see(button('Minha conta'), ({ isFocused }) => isFocused)
    },
  ],
  [
    'Logout leads to /login here and in another tab',
    async (journey) => {
      journey.second = await Screen.open(journey.profile, journey.gate.url, '/home')
      await journey.second.see({ role: 'combobox' })
      await journey.screen.press(button('Logout'))
      await journey.screen.path('/login')
      await journey.second.path('/login')
      await journey.second.tab.close()
    },
  ],
  [
    'behind the login there is nothing to see any more',
    async ({ screen }) => {
      await screen.open('/stats')
      await screen.path('/login')
    },
  ],
]

const challengeSteps: Step[] = [
  [
    'a code of an authenticator app is asked for, and a wrong one refused',
    async (journey) => {
      journey.account = await journey.pool.createStudent()
      await journey.pool.requireAuthenticator(journey.account)
      await signIn(journey.screen, journey.account)
      await answerWith(journey.screen, 'Código', '000000')
      await journey.screen.says('Código incorreto')
    },
  ],
  [
    'a code sent by e-mail survives a reload and signs in',
    async ({ pool, screen }) => {
      const student = await pool.createStudent()
      await pool.requireFactor(student, 'EmailMfaSettings')
      await screen.press(button('Começar de novo'))
      await signIn(screen, student)
      await screen.says('Enviamos um código')
      await screen.tab.reload()
      await screen.see({ role: 'textbox', name: 'Código' })
      await answerWith(screen, 'Código', await pool.lastCodeFor(student.email))
      await screen.path('/home')
      await screen.press(button('Logout'))
    },
  ],
  [
    'a temporary password is replaced',
    async ({ pool, screen }) => {
      await signIn(screen, await pool.inviteStudent())
      await screen.see({ role: 'heading', name: 'Escolha uma nova senha' })
      await answerWith(screen, 'Nova senha', 'Melhor-2027')
      await screen.path('/home')
      await screen.press(button('Logout'))
      await screen.path('/login')
    },
  ],
  [
    'a forgotten password is replaced by a code of a mail',
    async ({ pool, screen }) => {
      const student = await pool.createStudent()
      await screen.press(button('Esqueci minha senha'))
      await screen.fill('Email', student.email)
      await screen.keys('Enter')
      await screen.see({ role: 'textbox', name: 'Código' })
      await screen.fill('Código', await pool.lastCodeFor(student.email))
      await screen.fill('Nova senha', 'Outra-2027')
      await screen.keys('Enter')
      await screen.path('/home')
    },
  ],
]

const storageSteps: Step[] = [
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

export const STEPS: readonly Step[] = [
  ...signInSteps,
  ...homeSteps,
  ...quizSteps,
  ...tabSteps,
  ...runSteps,
  ...offlineSteps,
  ...leavingSteps,
  ...challengeSteps,
  ...storageSteps,
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
