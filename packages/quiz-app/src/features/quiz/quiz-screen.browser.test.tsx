import { afterEach, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'

import { keepBusy } from '../../../test/busy-database.ts'
import { createProductApi } from '../../../test/gateway.ts'
import { emulateMedia } from '../../../test/emulated-media.ts'
import { question as testQuestion } from '../../../test/question.ts'
import { openQuiz } from '../../../test/open-screens.tsx'
import { alternative, BANK, button, chip, choose } from '../../../test/study.ts'

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const main = () => page.getByRole('main')
const question = (id: string) => page.getByRole('heading', { name: `Pergunta ${id}?` })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const stateOf = (text: string) => alternative(text).element().getAttribute('data-state')

test('opening /quiz directly shows all questions in the order of the bank', async () => {
  await openQuiz()
  await expect.element(chip('h1 - História')).toBeVisible()
  await expect.element(question('h1')).toHaveFocus()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0')
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '5')
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', 'Questão 1 de 5')
  expect(page.getByRole('progressbar').elements()).toHaveLength(1)
  expect(document.title).toBe('Questões · Revisa')
})

test('an unanswered question shows only its non-empty alternatives and the buttons Anterior and Próxima', async () => {
  await openQuiz()
  await expect.element(question('h1')).toBeVisible()
  const names = main()
    .getByRole('button')
    .elements()
    .map((element) => element.textContent.trim())
  expect(names).toEqual(['errada h1', 'certa h1', 'outra h1', 'Anterior', 'Próxima'])
  for (const name of ['errada h1', 'certa h1', 'outra h1']) expect(stateOf(name)).toBe('neutral')
  const header = page.getByRole('banner')
  await expect.element(header.getByRole('button', { name: 'Home' })).toBeVisible()
  await expect.element(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.element(header.getByText('Sincronizado')).toBeVisible()
})

test('after a wrong answer, the alternatives are marked and locked, and the verdict names the right letter, is announced and has the focus', async () => {
  await openQuiz()
  await choose('outra h1')
  const verdict = page.getByText('Incorreta. Resposta correta: B', { exact: true })
  await expect.element(verdict).toHaveFocus()
  expect(verdict.element().closest('[role=status]')).not.toBeNull()
  expect(['errada h1', 'certa h1', 'outra h1'].map(stateOf)).toEqual(['wrong', 'correct', 'wrong-chosen'])
  await expect.element(main().getByText('Sua resposta, incorreta')).toBeVisible()
  for (const text of ['errada h1', 'certa h1', 'outra h1']) {
    await expect.element(alternative(text)).toBeDisabled()
  }
})

test('after a right answer, the chosen alternative is marked as right, and the other alternatives are marked as wrong', async () => {
  await openQuiz()
  await choose('certa h1')
  await expect.element(page.getByText('Resposta correta')).toHaveFocus()
  expect(['errada h1', 'certa h1', 'outra h1'].map(stateOf)).toEqual(['wrong', 'correct-chosen', 'wrong'])
})

test('after an answer, the indicator shows a warning with the number of unsent answers', async () => {
  await openQuiz()
  await choose('certa h1')
  const indicator = page.getByRole('status').filter({ hasText: '1 resposta por enviar' })
  await expect.element(indicator).toHaveAttribute('data-state', 'warning')
  await button('Próxima').click()
  await choose('certa g1')
  await expect.element(page.getByText('2 respostas por enviar')).toBeVisible()
})

test('pressing Anterior or Próxima scrolls smoothly to the top and focuses the question, and Anterior is disabled at the first question', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo')
  await openQuiz()
  await expect.element(button('Anterior')).toBeDisabled()
  await button('Próxima').click()
  await expect.element(question('g1')).toHaveFocus()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '1')
  expect(scrolled).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' })
  await button('Anterior').click()
  await expect.element(question('h1')).toHaveFocus()
  expect(scrolled).toHaveBeenCalledTimes(2)
})

test('the page scrolls without animation if the user prefers reduced motion', async () => {
  await emulateMedia('prefers-reduced-motion', 'reduce')
  const scrolled = vi.spyOn(window, 'scrollTo')
  await openQuiz()
  await button('Próxima').click()
  expect(scrolled).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
  await emulateMedia('prefers-reduced-motion', '')
})

test('on the last question, the button Próxima does not change the question, and is disabled once the question is answered', async () => {
  await openQuiz()
  for (const id of ['h1', 'g1', 'h2', 'm1']) {
    await expect.element(question(id)).toBeVisible()
    await button('Próxima').click()
  }
  await expect.element(chip('s1 - Sem matéria')).toBeVisible()
  await expect.element(button('Próxima')).toBeEnabled()
  await button('Próxima').click()
  await expect.element(chip('s1 - Sem matéria')).toBeVisible()
  await choose('certa s1')
  await expect.element(button('Próxima')).toBeDisabled()
})

test('if the user presses Próxima on the unanswered last question, the screen says that an answer is missing', async () => {
  await openQuiz(createProductApi(BANK.slice(0, 2)))
  await button('Próxima').click()
  await expect.element(question('g1')).toBeVisible()
  await button('Próxima').click()
  const notice = page.getByRole('status').filter({ hasText: 'Esta é a última questão. Responda a ela' })
  await expect.element(notice).toBeVisible()
  await choose('certa g1')
  await expect.element(notice).not.toBeInTheDocument()
})

test('Enter on the verdict opens the next question, or the result after the last question', async () => {
  await openQuiz(createProductApi(BANK.slice(0, 2)))
  await choose('certa h1')
  await expect.element(page.getByText('Resposta correta')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question('g1')).toHaveFocus()
  await choose('errada g1')
  await expect.element(page.getByText(/^Incorreta/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Fim desta revisão')).toHaveFocus()
})

const EXPLAINED = [
  testQuestion('x1', { explanation: 'A primeira é certa.\n\nA outra\nconfunde.' }),
  testQuestion('x2', { explanation: '' }),
]

test('after the answer, the explanation appears in paragraphs, and screen readers read it with the verdict', async () => {
  await openQuiz(createProductApi(EXPLAINED))
  await expect.element(question('x1')).toBeVisible()
  expect(document.body.textContent).not.toContain('A primeira é certa.')
  await choose('certa')
  const explanation = page.getByRole('region', { name: 'Explicação' })
  await expect.element(explanation).toBeVisible()
  const paragraphs = Array.from(explanation.element().querySelectorAll('p'), ({ textContent }) => textContent)
  expect(paragraphs).toEqual(['A primeira é certa.', 'A outra\nconfunde.'])
  const verdict = page.getByText('Resposta correta')
  await expect.element(verdict).toHaveAccessibleDescription('A primeira é certa. A outra confunde.')
  // A status would announce the explanation a second time.
  expect(explanation.element().closest('[role=status]')).toBeNull()

  await button('Próxima').click()
  await choose('errada')
  await expect.element(page.getByText(/^Incorreta/)).toBeVisible()
  expect(explanation.elements()).toEqual([])
})

test('an answered question has a link that reports a mistake by e-mail', async () => {
  await openQuiz(createProductApi(EXPLAINED), undefined, 'erros@escola.br')
  await expect.element(question('x1')).toBeVisible()
  const link = page.getByRole('link', { name: 'Reportar erro' })
  expect(link.elements()).toEqual([])
  await choose('certa')
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringMatching(/^mailto:erros@escola\.br\?subject=.*x1.*body=/))
})

test('an answered question has no report link if no address for reports is configured', async () => {
  await openQuiz(createProductApi(EXPLAINED))
  await choose('certa')
  await expect.element(page.getByText('Resposta correta')).toBeVisible()
  expect(page.getByRole('link').elements()).toEqual([])
})

test('shortcut keys answer questions, change the question and show the help, and have no effect when they are switched off', async () => {
  await openQuiz()
  await expect.element(question('h1')).toBeVisible()
  await userEvent.keyboard('3')
  await expect.element(page.getByText('Incorreta. Resposta correta: B')).toBeVisible()
  expect(stateOf('outra h1')).toBe('wrong-chosen')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(question('g1')).toBeVisible()
  await userEvent.keyboard('a')
  await expect.element(page.getByText('Resposta correta')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(question('h1')).toBeVisible()

  await userEvent.keyboard('?')
  const help = page.getByRole('dialog', { name: 'Atalhos do teclado' })
  await expect.element(help).toBeVisible()
  await help.getByRole('checkbox', { name: 'Usar atalhos do teclado' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(question('h1')).toBeVisible()
})

test('key presses without a pause answer every question, even if nothing is rendered between the presses', async () => {
  await openQuiz()
  await expect.element(question('h1')).toBeVisible()
  for (const { id } of BANK) {
    for (const key of [id === 'h1' ? '2' : '1', 'ArrowRight']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  }
  await expect.element(page.getByText('5 respostas por enviar', { exact: true })).toBeVisible()
  await button('Ver resultado').click()
  await expect.element(page.getByText('5 de 5 certas, 100%', { exact: true })).toBeVisible()
})

test('while the database is busy, an answer is shown immediately, and the indicator says that the answer is being stored', async () => {
  const { databaseName } = await openQuiz()
  await expect.element(question('h1')).toBeVisible()
  const release = await keepBusy(databaseName)
  await choose('certa h1')
  await expect.element(page.getByText('Resposta correta')).toHaveFocus()
  await expect.element(page.getByText('1 resposta por enviar (guardando…)')).toBeVisible()
  await button('Próxima').click()
  await choose('certa g1')
  await expect.element(page.getByText('2 respostas por enviar (guardando…)')).toBeVisible()
  release()
  await expect.element(page.getByText('2 respostas por enviar', { exact: true })).toBeVisible()
})

test('a reload resumes at the same question with the same answers', async () => {
  const { api, databaseName } = await openQuiz()
  await choose('outra h1')
  await expect.element(page.getByText('Incorreta. Resposta correta: B')).toBeVisible()
  await button('Próxima').click()
  await expect.element(question('g1')).toBeVisible()
  await cleanup()

  await openQuiz(api, databaseName)
  await expect.element(question('g1')).toBeVisible()
  await button('Anterior').click()
  await expect.element(question('h1')).toBeVisible()
  expect(stateOf('outra h1')).toBe('wrong-chosen')
  await expect.element(page.getByText('1 resposta por enviar')).toBeVisible()
})

test('the second visit starts with the stored bank before the server responds', async () => {
  const { api, databaseName } = await openQuiz()
  await expect.element(question('h1')).toBeVisible()
  await cleanup()

  const slow = { ...api, handle: () => new Promise<Response>(() => {}) }
  await openQuiz(slow, databaseName)
  await expect.element(question('h1')).toBeVisible()
})

test('the screen says that the questions are loading', async () => {
  const slow = { ...createProductApi(BANK), handle: () => new Promise<Response>(() => {}) }
  await openQuiz(slow)
  await expect.element(page.getByText('Carregando questões...', { exact: true })).toBeVisible()
})

test('the screen says that no questions were found and offers a button that opens home', async () => {
  await openQuiz(createProductApi([]))
  await expect.element(page.getByText('Nenhuma questão foi encontrada para esta escolha.')).toBeVisible()
  await button('Voltar ao início').click()
  await expect.element(button('Estatística')).toBeVisible()
})

test('an answer that the device cannot store does not count, and the screen shows a warning about this answer', async () => {
  await openQuiz()
  await expect.element(question('h1')).toBeVisible()
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new TypeError('This value cannot be stored.') // if the storage were lost, the page would continue in memory
  })
  await choose('certa h1')
  await expect.element(page.getByRole('alert').getByText(/Não foi possível guardar sua resposta/)).toBeVisible()
  expect(stateOf('certa h1')).toBe('neutral')
  await expect.element(page.getByText('Sincronizado')).toBeVisible()
  vi.restoreAllMocks()
  await choose('certa h1')
  await expect.element(page.getByText('Resposta correta')).toBeVisible()
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('the screen warns that the browser blocks storage, and answers still count', async () => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Storage is off.', 'SecurityError')
  })
  await openQuiz()
  await expect.element(page.getByText(/Este navegador não permite guardar dados/)).toBeVisible()
  await choose('certa h1')
  await expect.element(page.getByText('1 resposta por enviar')).toBeVisible()
})
