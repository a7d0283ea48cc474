import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { serverCounts } from '../long-tests/tally.ts'
import { until } from './screen.ts'
import { button, header, main, SYNC_PATIENCE_MS, type Step } from './step.ts'
import { answer, currentQuestion, nextQuestion, startQuiz } from './student.ts'

// Steps in which the student chooses themes, answers questions, ends runs and opens the statistics.

export const homeSteps: Step[] = [
  [
    'the keyboard can open the themes, choose one by its letters and close the list',
    async ({ screen }) => {
      await screen.tab.evaluate('document.querySelector("[role=combobox]").focus()')
      await screen.keys('Enter')
      await screen.see({ role: 'option', name: 'Química' })
      await screen.keys(...Array.from('quí '))
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
    'the appearance can be set to dark and is kept after a reload',
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
      if (shades.length < 3 || shades.some((shade) => shade > 80))
        throw new Error(`The background of the page is ${canvas}, which is not dark.`)
    },
  ],
]

export const quizSteps: Step[] = [
  [
    'an order button starts a run with the chosen themes',
    async ({ screen }) => {
      const { theme } = await startQuiz(screen, 'Menos respondida')
      if (theme !== 'Química' && theme !== 'Física') throw new Error(`The theme is ${theme}, not Química or Física.`)
    },
  ],
  [
    'the question has the focus',
    ({ screen }) => screen.see({ role: 'heading', ...main }, ({ isFocused }) => isFocused),
  ],
  [
    'the progress bar is at its start',
    ({ screen }) => screen.see({ role: 'progressbar' }, ({ attributes }) => attributes['aria-valuenow'] === '0'),
  ],
  [
    'a right answer is marked in words and locked',
    async (journey) => {
      journey.answered.push(await answer(journey.screen, true))
      await journey.screen.says('Correta', 'main')
    },
  ],
  ['the header counts waiting answers', ({ screen }) => screen.says('1 resposta por enviar', 'header')],
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
    'the arrow keys go back and forth',
    async ({ screen, answered: [first, second] }) => {
      await screen.keys('ArrowLeft')
      await screen.see({ role: 'text', name: new RegExp(`^${first?.id} - `), ...main })
      await screen.keys('ArrowRight')
      await screen.see({ role: 'text', name: new RegExp(`^${second?.id} - `), ...main })
    },
  ],
  [
    'the help opens with its button and closes with Escape',
    async ({ screen }) => {
      await screen.press(button('Atalhos do teclado'))
      await screen.says('questão anterior', 'dialog')
      await screen.keys('Escape')
      await screen.missesFor({ role: 'dialog' })
    },
  ],
  [
    'the help closes with a press outside it',
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
    'all answers are sent, and the server counts each answer once',
    async ({ screen, product, pool, account, answered }) => {
      await screen.says('Sincronizado', 'header', SYNC_PATIENCE_MS)
      const counts = await serverCounts(product, pool, account)
      const tries = answered.map(({ id }) => counts.get(id)?.tries)
      if (counts.size !== 2 || tries.some((count) => count !== 1)) throw new Error(JSON.stringify([...counts]))
    },
  ],
]

export const runSteps: Step[] = [
  [
    'home offers to continue the run, and the button continues it',
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
    'the student can review the mistakes',
    async ({ screen, answered: [, wrong] }) => {
      await screen.press(button('Rever erros'))
      await screen.see({ role: 'text', name: new RegExp(`^${wrong?.id} - `), ...main })
    },
  ],
  [
    'the last answer of a run opens its result',
    async ({ screen }) => {
      await answer(screen, true)
      await screen.press(button('Ver resultado'))
      await screen.says('1 de 1 certa', 'main')
    },
  ],
  [
    'the statistics show the percentage of each theme',
    async ({ screen, answered }) => {
      await screen.press(button('Home'))
      await screen.press(button('Estatística'))
      await screen.path('/stats')
      await screen.see(button(new RegExp(`^${answered[0]?.theme}: \\d+%, \\d acertos em \\d tentativas?`)))
    },
  ],
  [
    'the student can download the statistics as a file',
    async ({ screen, profile }) => {
      await screen.press(button('Exportar CSV'))
      const table = await until(async () => readDownload(profile.downloads, '.csv'))
      if (!table?.startsWith('\uFEFF"questão";"matéria"'))
        throw new Error(`The downloaded file does not start with the table's header. It contains: ${table}`)
    },
  ],
  [
    'a chart starts a run with its theme',
    async ({ screen, answered }) => {
      const theme = answered[0]?.theme ?? ''
      await screen.press(button(new RegExp(`^${theme}: \\d+%`)))
      await screen.path('/quiz')
      const question = await currentQuestion(screen)
      if (question.theme !== theme) throw new Error(`The theme is ${question.theme}, not ${theme}.`)
    },
  ],
  [
    'an unknown address shows a page with a link to home',
    async ({ screen }) => {
      await screen.open('/nada')
      await screen.says('Página não encontrada')
      await screen.press({ role: 'link' })
      await screen.path('/home')
    },
  ],
]

/** Returns the downloaded file with this extension, or null if the download has not finished. */
function readDownload(folder: string, ending: string): string | null {
  const name = existsSync(folder) ? readdirSync(folder).find((file) => file.endsWith(ending)) : undefined
  return name === undefined ? null : readFileSync(join(folder, name), 'utf8') || null
}
