import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { EMAIL, PASSWORD } from '../../../test/account.ts'
import { createClient, createSignedInClient, renderApp } from '../../../test/render-app.tsx'

const email = () => page.getByLabelText('Email', { exact: true })
const password = () => page.getByLabelText('Senha', { exact: true })
const submit = () => page.getByRole('button', { name: 'Logar', exact: true })

async function logIn(address: string, secret: string) {
  await email().fill(address)
  await password().fill(secret)
  await submit().click()
}

/** Creates a client that records the operations that it sends. */
function createWatchedClient() {
  const operations: string[] = []
  const client = createClient({
    fetch: (url, init) => {
      operations.push(new Headers(init?.headers).get('x-amz-target')?.split('.').at(-1) ?? '')
      return fetch(url, init)
    },
  })
  return { operations, client }
}

test('the empty path redirects to /login, which shows the product name, the title and the fields', async () => {
  await renderApp({ path: '/' })
  await expect.element(page.getByRole('heading', { name: 'Login', level: 1 })).toBeVisible()
  expect(location.pathname).toBe('/login')
  await expect.element(page.getByRole('banner')).toHaveTextContent('Revisa')
  await expect.element(email()).toHaveAttribute('placeholder', 'maria@exemplo.com')
  await expect.element(email()).toHaveAttribute('autocomplete', 'username')
  await expect.element(password()).toHaveAttribute('autocomplete', 'current-password')
  await expect.element(page.getByText('Mínimo de 8 caracteres')).toBeVisible()
  await expect.element(submit()).toBeEnabled()
  expect(document.title).toBe('Login · Revisa')
})

test.each([
  ['an empty form', '', '', 'Email'],
  ['an invalid e-mail address', 'ana', PASSWORD, 'Email'],
  ['a password of 7 characters', EMAIL, '1234567', 'Senha'],
])(
  'submitting %s makes no request, shows no message and focuses the first invalid field',
  async (_case, address, secret, label) => {
    const { operations, client } = createWatchedClient()
    await renderApp({ path: '/login', client })
    await logIn(address, secret)
    await expect.element(page.getByLabelText(label, { exact: true })).toHaveFocus()
    await expect.element(page.getByLabelText(label, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    expect(page.getByRole('alert').elements()).toEqual([])
    await logIn(EMAIL, PASSWORD)
    await expect.element(page.getByRole('button', { name: 'Estatística' })).toBeVisible()
    // Only the second submit sent a request.
    expect(operations.filter((operation) => operation === 'InitiateAuth')).toHaveLength(1)
  },
)

test.each([
  ['a wrong password', EMAIL, 'Errada-2026'],
  ['an unknown user', 'ninguem@example.com', PASSWORD],
])('a sign-in with %s shows an error above the fields and keeps their values', async (_case, address, secret) => {
  await renderApp({ path: '/login' })
  await logIn(address, secret)
  await expect.element(page.getByRole('alert')).toHaveTextContent('E-mail ou senha incorretos.')
  await expect.element(email()).toHaveValue(address)
  await expect.element(password()).toHaveValue(secret)
  const alert = page.getByRole('alert').element()
  expect(alert.compareDocumentPosition(email().element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('signing in with the right password opens /home', async () => {
  await renderApp({ path: '/login' })
  await email().fill(EMAIL)
  await password().fill(PASSWORD)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Estatística' })).toBeVisible()
  expect(location.pathname).toBe('/home')
})

test('if the service is unreachable, the message says that there is no connection', async () => {
  const client = createClient({ endpoint: 'http://127.0.0.1:9/' }) // the discard port, which browsers block
  await renderApp({ path: '/login', client })
  await logIn(EMAIL, PASSWORD)
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Sem conexão com o servidor. Verifique sua internet e tente de novo.')
})

test('a signed-in user who opens /login is redirected to /home', async () => {
  await renderApp({ path: '/login', client: await createSignedInClient() })
  await expect.element(page.getByRole('button', { name: 'Estatística' })).toBeVisible()
  expect(location.pathname).toBe('/home')
})

test.each(['/home', '/quiz', '/stats'])('a signed-out user who opens %s is redirected to /login', async (path) => {
  await renderApp({ path })
  await expect.element(submit()).toBeVisible()
  expect(location.pathname).toBe('/login')
})

test('an unknown path shows the "not found" page with a link to the start', async () => {
  await renderApp({ path: '/nada' })
  await expect.element(page.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await expect.element(submit()).toBeVisible()
})
