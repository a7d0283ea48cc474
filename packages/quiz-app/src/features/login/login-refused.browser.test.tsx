import type { CognitoClient } from '@cognito-srp/client'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { EMAIL, PASSWORD } from '../../../test/account.ts'
import { answerWith, createFailingFetch, expectSignedIn, fillLogin, logInAt } from '../../../test/login.ts'
import { createClient, renderApp } from '../../../test/render-app.tsx'
import { button } from '../../../test/study.ts'

// Tests the form during a sign-in, and the messages after a rejected sign-in.

const MINUTE_MS = 60_000

const alert = () => page.getByRole('alert')
const email = () => page.getByLabelText('Email', { exact: true })
const password = () => page.getByLabelText('Senha', { exact: true })

vi.spyOn(console, 'error').mockImplementation(() => {})

async function logInWith(client: CognitoClient, address: string, secret: string) {
  await renderApp({ path: '/login', client })
  await fillLogin(address, secret)
}

/** Creates a client whose requests wait until `release` is called. `signIns` returns the number of sign-ins. */
function createDelayedClient() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const operations: string[] = []
  const client = createClient({
    fetch: async (url, request) => {
      operations.push(request.headers['X-Amz-Target']?.split('.')[1] ?? '')
      await released
      return fetch(url, request)
    },
  })
  return { client, release, signIns: () => operations.filter((operation) => operation === 'InitiateAuth').length }
}

test('the next frame after a submit shows the status "Entrando…", and the button Logar stays enabled', async () => {
  const { client, release } = createDelayedClient()
  await renderApp({ path: '/login', client })
  await email().fill(EMAIL)
  await password().fill(PASSWORD)
  button('Logar')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(page.getByRole('status').element().textContent).toBe('Entrando…')
  await expect.element(button('Logar')).toBeEnabled()
  release()
  await expectSignedIn()
})

test('submitting the form again during a sign-in does not send a second request', async () => {
  const { client, release, signIns } = createDelayedClient()
  await logInWith(client, EMAIL, PASSWORD)
  await button('Logar').click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(signIns).toBe(1)
  release()
  await expectSignedIn()
  expect(signIns()).toBe(1)
})

test('after wrong credentials, the next typed characters replace the password', async () => {
  await logInWith(createClient(), EMAIL, 'Errada-2026')
  await expect.element(alert()).toHaveTextContent('E-mail ou senha incorretos.')
  await expect.element(password()).toHaveFocus()
  await userEvent.keyboard(PASSWORD)
  await expect.element(password()).toHaveValue(PASSWORD)
  await userEvent.keyboard('{Enter}')
  await expectSignedIn()
})

test('the form shows a Lambda trigger’s own message after a rejected sign-in', async () => {
  await logInAt('Trigger')
  await expect
    .element(alert())
    .toHaveTextContent('Mensagem do serviço: Sua turma só entra a partir de segunda-feira. Dúvidas: (11) 5555-0100')
})

test('a wrong custom answer shows a message, the next question has an empty field, and a final rejection returns to the form', async () => {
  const ask = (question: string) => ({
    ChallengeName: 'CUSTOM_CHALLENGE',
    Session: 's',
    ChallengeParameters: { question },
  })
  const replies = [ask('6 × 7?'), ask('6 × 7?'), ask('7 × 8?')]
  const end = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }
  const client = createClient({
    fetch: async () => {
      const reply = replies.shift()
      return reply ? Response.json(reply) : Response.json(end, { status: 400 })
    },
  })
  const answer = page.getByLabelText('Resposta')
  await logInWith(client, EMAIL, PASSWORD)
  await answerWith('Resposta', '41')
  await expect.element(alert()).toHaveTextContent('Resposta incorreta. Tente de novo.')
  await expect.element(answer).toHaveFocus()
  await answerWith('Resposta', '42')
  await expect.element(page.getByText('7 × 8?')).toBeVisible()
  await expect.element(answer).toHaveValue('')
  expect(alert().elements()).toEqual([])
  await answerWith('Resposta', '55')
  await expect.element(alert()).toHaveTextContent('A resposta não foi aceita. Comece de novo com e-mail e senha.')
  await expect.element(button('Logar')).toBeVisible()
})

/** Response with a custom question. */
const QUESTION = { ChallengeName: 'CUSTOM_CHALLENGE', Session: 's', ChallengeParameters: { question: '6 × 7?' } }

/** Answers a custom question. The service responds to the answer with `reply`. */
async function answerQuestion(reply: Response) {
  const replies = [Response.json(QUESTION), reply]
  await logInWith(createClient({ fetch: async () => replies.shift() ?? Response.error() }), EMAIL, PASSWORD)
  await answerWith('Resposta', '42')
}

const errorResponse = (code: string, message: string) => Response.json({ __type: code, message }, { status: 400 })

test.each([
  ['User is disabled.', 'Esta conta está desativada.'],
  ['Limite diário atingido.', 'Mensagem do serviço: Limite diário atingido.'],
])('if an answer is rejected with "%s", the form shows the text for that message', async (message, text) => {
  await answerQuestion(errorResponse('NotAuthorizedException', message))
  await expect.element(alert()).toHaveTextContent(text)
  await expect.element(button('Logar')).toBeVisible()
})

test('a custom challenge stays open if its trigger fails', async () => {
  await answerQuestion(
    errorResponse('UserLambdaValidationException', 'VerifyAuthChallengeResponse failed with error x.'),
  )
  await expect.element(alert()).toHaveTextContent('Mensagem do serviço: x')
  await expect.element(page.getByText('6 × 7?')).toBeVisible()
})

const UNREADABLE = 'O servidor deu uma resposta que este aplicativo não entende. Tente de novo mais tarde.'

test('a sign-in response without tokens or a challenge is reported as unreadable, not as an expired session', async () => {
  await logInWith(createClient({ fetch: async () => Response.json({}) }), EMAIL, PASSWORD)
  await expect.element(alert()).toHaveTextContent(UNREADABLE)
  await expect.element(button('Logar')).toBeVisible()
})

test('if the response to an answer has no tokens and no challenge, the app returns to the form', async () => {
  await answerQuestion(Response.json({}))
  await expect.element(alert()).toHaveTextContent(UNREADABLE)
  await expect.element(button('Logar')).toBeVisible()
})

test('a long word from the service does not make the page wider than a screen of 320 px', async () => {
  const longWord = 'matriculavencida'.repeat(6)
  const ask = { ChallengeName: 'CUSTOM_CHALLENGE', Session: 's', ChallengeParameters: { question: longWord } }
  const replies = [
    Response.json(ask),
    Response.json({ __type: 'NotAuthorizedException', message: longWord }, { status: 400 }),
  ]
  const width = () => document.documentElement.scrollWidth
  await page.viewport(320, 568)
  await logInWith(createClient({ fetch: async () => replies.shift() ?? Response.error() }), EMAIL, PASSWORD)
  await expect.element(page.getByText(longWord)).toBeVisible()
  expect(width()).toBe(320)
  await answerWith('Resposta', '42')
  await expect.element(alert()).toMatchTextContent(longWord)
  expect(width()).toBe(320)
})

test.each([
  ['12 minutos adiantado', 12],
  ['7 minutos atrasado', -7],
])(
  'if a wrong clock makes the service reject the right password, the message says that the clock is %s',
  async (text, minutes) => {
    const client = createClient({ now: () => Date.now() + minutes * MINUTE_MS })
    await logInWith(client, EMAIL, PASSWORD)
    await expect
      .element(alert())
      .toMatchTextContent(`E-mail ou senha incorretos. O relógio deste aparelho está ${text}, e isso impede de entrar.`)
  },
)

test('a user can sign in with capitals in the address and spaces around it', async () => {
  await logInWith(createClient(), '  Ana@Example.com ', PASSWORD)
  await expectSignedIn()
})

test('if the service rejects an address with capitals, the app retries once in lower case', async () => {
  const sent: string[] = []
  const { fetch: refuse } = createFailingFetch({
    InitiateAuth: { code: 'NotAuthorizedException', message: 'Incorrect username or password.' },
  })
  const client = createClient({
    fetch: (url, request) => {
      const { AuthParameters } = JSON.parse(request.body) as { AuthParameters?: { USERNAME: string } }
      if (AuthParameters === undefined) return fetch(url, request)
      sent.push(AuthParameters.USERNAME)
      return AuthParameters.USERNAME === EMAIL ? fetch(url, request) : refuse(url, request)
    },
  })
  await logInWith(client, 'Ana@example.com', PASSWORD)
  await expectSignedIn()
  expect(sent).toEqual(['Ana@example.com', EMAIL])
})

test('a wrong password is tried only once if the address has no capitals', async () => {
  const network = createFailingFetch({})
  await logInWith(createClient({ fetch: network.fetch }), EMAIL, 'Errada-2026')
  await expect.element(alert()).toBeVisible()
  expect(network.operations.filter((operation) => operation === 'InitiateAuth')).toHaveLength(1)
})
