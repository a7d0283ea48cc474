import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEmulator } from '../../packages/cognito-emulator/src/index.ts'
import {
  accessTokenOf,
  call,
  initiateAuth,
  respond,
  signInWithSrp,
} from '../../packages/cognito-emulator/test/caller.ts'
import { REGION, soleId, synthesise } from './synthesise.ts'

// These tests run the template's user pool in the emulator, and check who can sign in and what a student's token allows.

const POOL = { UserPoolId: `${REGION}_Pool1` }
const CLIENT = { id: 'app' }
const STUDENT = 'aluna@example.com'
const INVITED = 'bia@example.com'
const PASSWORD = 'estudarmuito'

const folder = mkdtempSync(join(tmpdir(), 'deployed-pool-'))
const file = join(folder, 'revisa.template.json')
const template = synthesise()
writeFileSync(file, JSON.stringify(template.toJSON()))
const ids = {
  [soleId(template, 'AWS::Cognito::UserPool')]: POOL.UserPoolId,
  [soleId(template, 'AWS::Cognito::UserPoolClient')]: CLIENT.id,
}
const emulator = createEmulator({ userPools: [], template: { file, ids } })

afterAll(async () => {
  await emulator.close()
  rmSync(folder, { recursive: true })
})

const invite = (Username: string) =>
  call(emulator, 'AdminCreateUser', {
    ...POOL,
    Username,
    UserAttributes: [
      { Name: 'email', Value: Username },
      { Name: 'email_verified', Value: 'true' },
    ],
  })
const signIn = (username: string, password: string) => signInWithSrp(emulator, { username, password }, CLIENT)

beforeAll(async () => {
  await invite(STUDENT)
  await call(emulator, 'AdminSetUserPassword', { ...POOL, Username: STUDENT, Password: PASSWORD, Permanent: true })
})

test('an invited student signs in with SRP, chooses a password, and stays signed in with rotating refresh tokens', async () => {
  await invite(INVITED)
  const invited = await signIn('Bia@Example.com', emulator.outbox.at(-1)?.code ?? '')
  expect(invited).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' })
  const choose = (NEW_PASSWORD: string) => respond(emulator, invited, { USERNAME: INVITED, NEW_PASSWORD }, CLIENT.id)
  await expect(choose('curta12')).rejects.toMatchObject({ code: 'InvalidPasswordException' })
  await expect(choose(PASSWORD)).resolves.toHaveProperty('AuthenticationResult.NewDeviceMetadata')

  const { AuthenticationResult: tokens } = await signIn(INVITED, PASSWORD)
  expect(tokens).toMatchObject({ ExpiresIn: 3600 })
  const renew = (RefreshToken: string | undefined) =>
    call<{ AuthenticationResult: { RefreshToken: string } }>(emulator, 'GetTokensFromRefreshToken', {
      ClientId: CLIENT.id,
      RefreshToken,
    })
  const { AuthenticationResult: renewed } = await renew(tokens?.RefreshToken)
  expect(renewed.RefreshToken).not.toBe(tokens?.RefreshToken)
  emulator.clock.advance(61)
  await expect(renew(tokens?.RefreshToken)).rejects.toMatchObject({ code: 'RefreshTokenReuseException' })
})

test('the pool rejects sign-up and plain-text passwords, and hides which users exist', async () => {
  const signUp = { ClientId: CLIENT.id, Username: 'outra@example.com', Password: PASSWORD }
  await expect(call(emulator, 'SignUp', signUp)).rejects.toMatchObject({ code: 'NotAuthorizedException' })
  const inClear = initiateAuth(emulator, 'USER_PASSWORD_AUTH', { USERNAME: STUDENT, PASSWORD }, CLIENT.id)
  await expect(inClear).rejects.toMatchObject({ code: 'InvalidParameterException' })
  await expect(signIn('outra@example.com', PASSWORD)).rejects.toThrow('Incorrect username or password.')
})

test("a student's token can change the name but not the e-mail, and the pool cannot be deleted", async () => {
  const AccessToken = accessTokenOf(await signIn(STUDENT, PASSWORD))
  const change = (Name: string, Value: string) =>
    call(emulator, 'UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] })
  await change('name', 'Aluna')
  await expect(change('email', 'ladra@example.com')).rejects.toMatchObject({ code: 'NotAuthorizedException' })
  await expect(call(emulator, 'DeleteUserPool', POOL)).rejects.toMatchObject({ code: 'InvalidParameterException' })
})
