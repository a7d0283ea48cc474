import { forgetDevice, globalSignOut, listDevices } from '@cognito-srp/client'
import type { Fetch } from '@cognito-srp/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { createSignedInClient, renderApp } from '../../../test/render-app.tsx'
import { button } from '../../../test/study.ts'

const dialog = () => page.getByRole('dialog', { name: 'Minha conta' })
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })

afterEach(() => vi.unstubAllGlobals())

/** Returns the response to a call of one operation; null passes the call to the service. */
type Ending = () => Response | Promise<Response> | null
const refused = (code: string, message = 'Something happened.') =>
  Response.json({ __type: code, message }, { status: 400 })

/** Creates a `fetch` that replaces the responses to some operations and records all operations. */
function serviceWith(endings: Record<string, Ending>): { fetch: Fetch; calls: string[] } {
  const calls: string[] = []
  const fetch: Fetch = async (url, init) => {
    const operation = new Headers(init.headers).get('x-amz-target')?.split('.')[1] ?? ''
    calls.push(operation)
    return (await endings[operation]?.()) ?? globalThis.fetch(url, init)
  }
  return { fetch, calls }
}

async function openAccount(options: { pool?: string; endings?: Record<string, Ending>; part?: string } = {}) {
  const { pool = 'Plain', endings = {}, part } = options
  const { fetch, calls } = serviceWith(endings)
  const client = await createSignedInClient({ pool, fetch })
  const app = await renderApp({ path: '/home', client })
  await button('Minha conta').click()
  await expect.element(inDialog('Senha')).toBeVisible()
  if (part) await inDialog(part).click()
  return { ...app, client, calls }
}

test('the account dialog takes the focus, Esc returns the focus, and the theme field is still the first combobox on the page', async () => {
  await openAccount({ part: 'Telefone' })
  await inDialog('Cadastrar telefone').click()
  await expect.element(dialog().getByRole('combobox', { name: 'País' })).toBeVisible()
  expect(document.querySelector('select, [role="combobox"]')).toHaveAccessibleName('Todas matérias')
  await expect.element(dialog().getByLabelText('Número de telefone')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(button('Minha conta')).toHaveFocus()
})

test('no control of the account dialog has the name of an order button or of the statistics button', async () => {
  await openAccount()
  const parts = dialog().getByRole('heading', { level: 3 }).elements()
  expect(parts).toHaveLength(8)
  for (const part of parts) await userEvent.click(part)
  await expect.element(inDialog('Baixar meus dados')).toBeVisible()
  const names = [...document.querySelectorAll('dialog button, dialog input')].map(
    (control) => control.getAttribute('aria-label') ?? control.textContent,
  )
  expect(names.length).toBeGreaterThan(12)
  for (const name of names) expect(name).not.toMatch(/Aleatória|Menos respondida|Menor acerto|Estatística/i)
})

test.each([
  ['Aplicativo autenticador', 'GetUser', 'Desativado.'],
  ['Chaves de acesso', 'ListWebAuthnCredentials', 'Nenhuma chave de acesso ainda.'],
  ['Aparelhos lembrados', 'ListDevices', 'Nenhum aparelho é lembrado por esta conta.'],
  ['Telefone', 'GetUser', 'Nenhum telefone cadastrado.'],
])('if there is no connection, the section %s shows an error and offers a retry', async (part, operation, empty) => {
  let isDown = true
  const ending = () => (isDown ? Promise.reject(new TypeError('no network')) : null)
  await openAccount({ part, endings: { [operation]: ending } })
  await expect
    .element(
      dialog()
        .getByRole('alert')
        .getByText(/^Sem conexão com o servidor/),
    )
    .toBeVisible()
  isDown = false
  await inDialog('Tentar de novo').click()
  await expect.element(dialog().getByText(empty)).toBeVisible()
  expect(dialog().getByRole('alert').elements()).toEqual([])
})

test('if the session lacks the scope to manage the account, the dialog shows a message and the user remains signed in', async () => {
  const message = 'Access Token does not have required scopes'
  await openAccount({ part: 'Telefone', endings: { GetUser: () => refused('NotAuthorizedException', message) } })
  await expect
    .element(
      dialog()
        .getByRole('alert')
        .getByText(/^Você entrou de uma forma que não permite/),
    )
    .toBeVisible()
  expect(location.pathname).toBe('/home')
})

test('the dialog shows a message if the pool does not offer passkeys or authenticator apps', async () => {
  const endings = { ListWebAuthnCredentials: () => refused('WebAuthnNotEnabledException') }
  await openAccount({ pool: 'NoMfa', part: 'Chaves de acesso', endings })
  await expect.element(dialog().getByText('Esta conta não aceita chaves de acesso.')).toBeVisible()
  expect(inDialog('Criar chave de acesso').elements()).toEqual([])
  await inDialog('Aplicativo autenticador').click()
  await inDialog('Ativar aplicativo').click()
  await expect.element(dialog().getByText('Esta conta não aceita aplicativo autenticador.')).toBeVisible()
})

test('in a browser without passkey support, the section for passkeys shows a message instead of a button', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  await openAccount({ part: 'Chaves de acesso' })
  await expect.element(dialog().getByText('Este navegador não cria chaves de acesso.')).toBeVisible()
  expect(inDialog('Criar chave de acesso').elements()).toEqual([])
})

test.each([
  ['NotAllowedError', 'does not show a message', null],
  ['InvalidStateError', 'says that the device has a passkey', 'Este aparelho já tem uma chave de acesso desta conta.'],
  [
    'SecurityError',
    'says that passkeys do not work at this address',
    'Neste endereço, as chaves de acesso da sua conta não funcionam.',
  ],
])('if the passkey prompt ends with %s, the section does not register a passkey and %s', async (name, _what, text) => {
  const create = vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('', name))
  const { calls } = await openAccount({ part: 'Chaves de acesso' })
  await inDialog('Criar chave de acesso').click()
  await expect.poll(() => create.mock.calls.length).toBe(1)
  if (text) await expect.element(dialog().getByText(text)).toBeVisible()
  await expect.element(dialog().getByText('Um momento…')).not.toBeInTheDocument()
  expect(dialog().getByRole('alert').elements()).toEqual([])
  expect(calls).not.toContain('CompleteWebAuthnRegistration')
  create.mockRestore()
})

test('after another device ended the session, the app shows the login with the reason', async () => {
  await openAccount({ pool: 'Account' })
  await globalSignOut(await createSignedInClient({ pool: 'Account' }))
  await inDialog('Telefone').click()
  await expect.element(page.getByText(/^Sua sessão terminou/)).toBeVisible()
  expect(location.pathname).toBe('/login')
})

test('the list of devices marks this device, and forgetting another device does not remove this device', async () => {
  const other = await createSignedInClient({ pool: 'Account' })
  const { client } = await openAccount({ pool: 'Account', part: 'Aparelhos lembrados' })
  const items = dialog().getByRole('listitem')
  await expect.poll(() => items.elements().length).toBeGreaterThan(1)
  expect(items.elements().filter((item) => item.textContent?.includes('Este aparelho'))).toHaveLength(1)
  expect(items.elements()[0]?.textContent).toContain('Este aparelho') // the device that was used last is first
  await forgetDevice(other) // the list on the screen still contains the device
  const forgotten = items.nth(1)
  await forgotten.getByRole('button').click()
  await forgotten.getByRole('group').getByRole('button').first().click()
  await expect.element(dialog().getByText('Aparelho esquecido.')).toBeVisible()
  const { devices } = await listDevices(client)
  expect(devices.map(({ deviceKey }) => deviceKey)).toContain(
    await client.storage.getItem(`CognitoIdentityServiceProvider.${client.clientId}.ana.deviceKey`),
  )
})

test('a dialog that was closed during a change shows the initial state when it is opened again', async () => {
  let answer = (_response: Response) => {}
  const held = new Promise<Response>((resolve) => (answer = resolve))
  await openAccount({ part: 'Senha', endings: { ChangePassword: () => held } })
  await dialog().getByLabelText('Senha atual').fill('Errada-2026')
  await dialog().getByLabelText('Nova senha').fill('Melhor-2027')
  await inDialog('Trocar senha').click()
  await expect.element(dialog().getByText('Um momento…')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Minha conta').click()
  answer(refused('NotAuthorizedException', 'Incorrect username or password.'))
  await inDialog('Senha').click()
  await expect.element(dialog().getByLabelText('Senha atual')).toHaveValue('')
  expect(dialog().getByRole('alert').elements()).toEqual([])
})

test('the user can cancel signing out everywhere, and typing the word in lower case does not confirm the account’s deletion', async () => {
  const { calls } = await openAccount({ part: 'Sessões abertas' })
  await inDialog('Sair de todos os aparelhos').click()
  await expect.element(dialog().getByRole('group')).toBeVisible()
  await inDialog('Cancelar').click()
  await expect.element(inDialog('Sair de todos os aparelhos')).toHaveFocus()
  await inDialog('Excluir minha conta').click()
  await dialog().getByLabelText('Para confirmar, digite EXCLUIR').fill('excluir')
  await inDialog('Excluir meus dados e minha conta').click()
  await expect.element(dialog().getByLabelText('Para confirmar, digite EXCLUIR')).toHaveFocus()
  await expect
    .element(dialog().getByLabelText('Para confirmar, digite EXCLUIR'))
    .toHaveAttribute('aria-invalid', 'true')
  expect(calls).not.toContain('GlobalSignOut')
  expect(calls).not.toContain('DeleteUser')
})
