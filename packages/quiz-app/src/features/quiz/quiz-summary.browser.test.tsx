import { afterEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'

import { createProductApi } from '../../../test/gateway.ts'
import { question as testQuestion } from '../../../test/question.ts'
import { openQuiz } from '../../../test/open-screens.tsx'
import { alternative, button, choose } from '../../../test/study.ts'

afterEach(() => localStorage.clear())

const question = (id: string) => page.getByRole('heading', { name: `Pergunta ${id}?` })
const stateOf = (text: string) => alternative(text).element().getAttribute('data-state')

/** Answers the first question wrong and the last one right, and skips the questions between them. */
async function answerFirstAndLast(options?: Parameters<typeof openQuiz>[0]) {
  const opened = await openQuiz(options)
  await choose('outra h1')
  for (const id of ['g1', 'h2', 'm1', 's1']) {
    await button('Próxima').click()
    await expect.element(question(id)).toBeVisible()
  }
  await choose('certa s1')
  return opened
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true })
const mistakes = () => page.getByRole('region', { name: /^Seus? / })

test('one press after the last answer opens the result with the score, the unanswered questions and each mistake', async () => {
  await answerFirstAndLast()
  await expect.element(button('Próxima')).toBeDisabled()
  await button('Ver resultado').click()
  await expect.element(heading('Fim desta revisão')).toHaveFocus()
  await expect.element(page.getByText('1 de 2 certas, 50%', { exact: true })).toBeVisible()
  await expect.element(page.getByText('3 questões ficaram sem resposta.')).toBeVisible()
  expect(mistakes().element().textContent).toBe('Seu erroPergunta h1?Sua respostaoutra h1Resposta certacerta h1')
  expect(button('Encerrar').elements()).toEqual([])
})

test('the button "Rever erros" starts a run of the mistakes immediately', async () => {
  await answerFirstAndLast()
  await button('Ver resultado').click()
  await button('Rever erros').click()
  await expect.element(question('h1')).toHaveFocus()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '1')
  expect(stateOf('certa h1')).toBe('neutral')
})

test('the button "Encerrar" opens the summary at any time, a reload shows the summary again, and leaving the summary ends the run', async () => {
  const { api, databaseName } = await openQuiz()
  await expect.element(question('h1')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Encerrar', exact: true }).click()
  await expect.element(heading('Fim desta revisão')).toHaveFocus()
  await expect.element(page.getByText('Você não respondeu a nenhuma questão.')).toBeVisible()
  expect(mistakes().elements()).toEqual([])
  expect(button('Rever erros').elements()).toEqual([])

  await button('Voltar às questões').click()
  await choose('certa h1')
  await button('Encerrar').click()
  await expect.element(page.getByText('1 de 1 certa, 100%', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Nenhum erro. Parabéns!')).toBeVisible()
  await cleanup()

  await openQuiz(api, databaseName)
  await expect.element(page.getByText('1 de 1 certa, 100%', { exact: true })).toBeVisible()
  await button('Voltar ao início').click()
  await expect.element(button('Estatística')).toBeVisible()
  await cleanup()

  await openQuiz(api, databaseName)
  await expect.element(question('h1')).toBeVisible()
  expect(stateOf('certa h1')).toBe('neutral')
})

test('the button "Nova revisão" starts another run with the same choice', async () => {
  await answerFirstAndLast()
  await button('Ver resultado').click()
  await button('Nova revisão').click()
  await expect.element(question('h1')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '5')
  expect(stateOf('certa h1')).toBe('neutral')
})

test('the summary shows thirty mistakes at a time', async () => {
  const bank = Array.from({ length: 31 }, (_, place) => testQuestion(`q${place}`))
  const api = createProductApi(bank)
  await openQuiz(api)
  await expect.element(question('q0')).toBeVisible()
  for (const { id } of bank) {
    await expect.element(question(id)).toBeVisible()
    await userEvent.keyboard('2')
    await expect.element(page.getByText(/^Incorreta/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(heading('Seus 31 erros')).toBeVisible()
  expect(mistakes().getByRole('listitem').elements()).toHaveLength(30)
  await button('Mostrar mais 1').click()
  expect(mistakes().getByRole('listitem').elements()).toHaveLength(31)
})
