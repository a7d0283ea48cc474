import { expect, test } from 'vitest'

import { BIA, call, createTestEmulator } from '../../test/caller.ts'
import { startEmulator } from '../emulator.ts'

type Fetching = Pick<ReturnType<typeof createTestEmulator>, 'fetch'>

/** Creates a pool that sends links, by calling CreateUserPool, and returns a function that signs a user up. */
async function newLinkPool(emulator: Fetching) {
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', {
    PoolName: 'links',
    AutoVerifiedAttributes: ['email'],
    VerificationMessageTemplate: {
      DefaultEmailOption: 'CONFIRM_WITH_LINK',
      EmailSubjectByLink: 'Bem-vinda',
      EmailMessageByLink: 'Olá! {##Confirmar a conta##}',
    },
  })
  const { UserPoolClient } = await call<{ UserPoolClient: { ClientId: string } }>(emulator, 'CreateUserPoolClient', {
    UserPoolId: UserPool.Id,
    ClientName: 'c',
  })
  const signUp = () => call(emulator, 'SignUp', { ...BIA, ClientId: UserPoolClient.ClientId })
  return { UserPoolId: UserPool.Id, signUp }
}

async function signUpByLink(emulator: Fetching) {
  const { UserPoolId, signUp } = await newLinkPool(emulator)
  await call(emulator, 'CreateUserPoolDomain', { UserPoolId, Domain: 'links' })
  await signUp()
  return { UserPoolId, Username: BIA.Username }
}

test('SignUp fails in a pool that confirms accounts by link but has no domain', async () => {
  const { signUp } = await newLinkPool(createTestEmulator())
  await expect(signUp()).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message:
      'Cannot perform specific action because there does not exist a valid use pool domain associated with the user pool',
  })
})

test('the link in the e-mail confirms the account, and works only once', async () => {
  const emulator = createTestEmulator()
  const account = await signUpByLink(emulator)
  const [sent] = emulator.outbox
  const link = sent?.link ?? ''
  expect(sent).toMatchObject({ subject: 'Bem-vinda', code: new URL(link).searchParams.get('confirmation_code') })
  expect(sent?.message).toBe(`Olá! <a href="${link.replaceAll('&', '&amp;')}">Confirmar a conta</a>`)
  expect(link).toMatch(/^https:\/\/[\w-]+\.auth\.local\.amazoncognito\.com\/confirmUser\?/)
  const opened = await emulator.fetch(new Request(link))
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('role="status"')])
  await expect(call(emulator, 'AdminGetUser', account)).resolves.toMatchObject({ UserStatus: 'CONFIRMED' })
  expect((await emulator.fetch(new Request(link))).status).toBe(400)
})

test('a link with a wrong code shows an error and does not confirm the account', async () => {
  const emulator = createTestEmulator()
  const account = await signUpByLink(emulator)
  const wrong = new URL(emulator.outbox[0]?.link ?? '')
  wrong.searchParams.set('confirmation_code', 'no')
  const opened = await emulator.fetch(new Request(wrong))
  expect(opened.status).toBe(400)
  expect(await opened.text()).toContain('Invalid verification code provided, please try again.')
  await expect(call(emulator, 'AdminGetUser', account)).resolves.toMatchObject({ UserStatus: 'UNCONFIRMED' })
})

test('a listening emulator sends links to its own address', async () => {
  const emulator = await startEmulator({ userPools: [] })
  try {
    await signUpByLink(emulator)
    const link = emulator.outbox[0]?.link ?? ''
    expect(link.startsWith(`${emulator.url}confirmUser?`)).toBe(true)
    expect((await fetch(link)).status).toBe(200)
  } finally {
    await emulator.close()
  }
})
