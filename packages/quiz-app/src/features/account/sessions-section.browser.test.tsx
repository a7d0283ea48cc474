import type { Fetch } from '@cognito-srp/client'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { PASSWORD } from '../../../test/account.ts'
import { createSignedInClient, renderApp } from '../../../test/render-app.tsx'
import { button } from '../../../test/study.ts'

const dialog = () => page.getByRole('dialog', { name: 'Minha conta' })
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
const SIGN_OUT = 'Sair de todos os aparelhos'

type Endings = Record<string, (() => Response) | undefined>
const refused = (code: string) => Response.json({ __type: code, message: 'Something happened.' }, { status: 400 })

/**
 * Opens the account dialog of a signed-in user. After `openAccount` returns, `calls` records the requested operations, and
 * `endings` can replace the service's responses.
 */
async function openAccount(options: { signOutMaxAgeSeconds: number; endings?: Endings }) {
  const calls: string[] = []
  let endings: Endings = {}
  const fetch: Fetch = async (url, init) => {
    const operation = new Headers(init.headers).get('x-amz-target')?.split('.')[1] ?? ''
    calls.push(operation)
    return endings[operation]?.() ?? globalThis.fetch(url, init)
  }
  const client = await createSignedInClient({ pool: 'FreshSignIn', fetch })
  await renderApp({ path: '/home', client, signOutMaxAgeSeconds: options.signOutMaxAgeSeconds })
  await button('Minha conta').click()
  await expect.element(inDialog('Sessões abertas')).toBeVisible()
  calls.length = 0
  endings = options.endings ?? {}
  return { calls }
}

async function signOutEverywhere(): Promise<void> {
  await inDialog('Sessões abertas').click()
  await inDialog(SIGN_OUT).click()
  await dialog().getByRole('group').getByRole('button', { name: SIGN_OUT }).click()
}

async function enterPassword(password: string): Promise<void> {
  await dialog().getByLabelText('Senha', { exact: true }).fill(password)
  await inDialog('Continuar').click()
}

test('after an old sign-in, signing out everywhere asks for the password, rejects a wrong password, and ends the sessions after the right password', async () => {
  const { calls } = await openAccount({ signOutMaxAgeSeconds: 0 })
  await signOutEverywhere()
  await expect.element(dialog().getByText('Para sair de todos os aparelhos, confirme que é você.')).toBeVisible()
  await enterPassword('Errada-2026')
  await expect.element(dialog().getByRole('alert').getByText('A senha atual está incorreta.')).toBeVisible()
  expect(calls).not.toContain('GlobalSignOut')
  await enterPassword(PASSWORD)
  await expect.element(page.getByText(/^Você saiu de todos os aparelhos/)).toBeVisible()
  expect(calls).toContain('GlobalSignOut')
})

test('after a recent sign-in, signing out everywhere does not require reauthentication', async () => {
  const endings = { GlobalSignOut: () => refused('TooManyRequestsException') }
  const { calls } = await openAccount({ signOutMaxAgeSeconds: 3600, endings })
  await signOutEverywhere()
  await expect
    .element(
      dialog()
        .getByRole('alert')
        .getByText(/^Muitas tentativas ao mesmo tempo/),
    )
    .toBeVisible()
  expect(calls).toEqual(['GlobalSignOut'])
})

test('after a wrong code, the code field stays visible', async () => {
  const challenge = { ChallengeName: 'EMAIL_OTP', Session: 'session-of-the-challenge', ChallengeParameters: {} }
  const { calls } = await openAccount({
    signOutMaxAgeSeconds: 0,
    endings: {
      InitiateAuth: () => Response.json(challenge),
      RespondToAuthChallenge: () => refused('CodeMismatchException'),
    },
  })
  await signOutEverywhere()
  await dialog().getByLabelText('Código', { exact: true }).fill('123456')
  await inDialog('Continuar').click()
  await expect
    .element(dialog().getByRole('alert').getByText('Código incorreto. Confira e tente de novo.'))
    .toBeVisible()
  await expect.element(dialog().getByLabelText('Código', { exact: true })).toBeVisible()
  expect(calls).toEqual(['InitiateAuth', 'RespondToAuthChallenge'])
})

test('if the service cannot be reached, the user can retry the reauthentication', async () => {
  let isDown = true
  const endings = {
    InitiateAuth: () => {
      if (isDown) throw new TypeError('no network')
      return Response.json({ ChallengeName: 'NEW_KIND', Session: 'session-of-the-challenge', ChallengeParameters: {} })
    },
  }
  await openAccount({ signOutMaxAgeSeconds: 0, endings })
  await signOutEverywhere()
  await expect.element(dialog().getByText(/^Sem conexão com o servidor/)).toBeVisible()
  isDown = false
  await inDialog('Tentar de novo').click()
  await expect.element(dialog().getByText(/^Não é possível confirmar aqui que é você/)).toBeVisible()
})

test('even after an old sign-in, downloading the data and deleting the account do not require reauthentication', async () => {
  const { calls } = await openAccount({
    signOutMaxAgeSeconds: 0,
    endings: { DeleteUser: () => refused('TooManyRequestsException') },
  })
  await inDialog('Meus dados').click()
  await inDialog('Baixar meus dados').click()
  await expect.element(dialog().getByText('Arquivo salvo nos seus downloads.')).toBeVisible()
  await inDialog('Excluir minha conta').click()
  await dialog().getByLabelText('Para confirmar, digite EXCLUIR').fill('EXCLUIR')
  await inDialog('Excluir meus dados e minha conta').click()
  await expect.poll(() => calls).toContain('DeleteUser')
  expect(calls).not.toContain('InitiateAuth')
})
