import { expect, test } from 'vitest'
import { createAuthenticator, type Authenticator } from '@cognito-srp/testing/authenticator'

import {
  accessTokenOf,
  ANA,
  call,
  createTestEmulator,
  initiateAuth,
  respond,
  signInWithPassword,
} from '../../test/caller.ts'
import type { AuthAnswer } from '../sign-in/sign-in.ts'

type Emulator = ReturnType<typeof createTestEmulator>
type Started = { CredentialCreationOptions: { challenge: string; rp: { id?: string }; user: { name: string } } }

const ORIGIN = 'http://localhost:8080'

async function register(emulator: Emulator, authenticator: Authenticator, origin = ORIGIN): Promise<string> {
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const { CredentialCreationOptions: options } = await call<Started>(emulator, 'StartWebAuthnRegistration', {
    AccessToken,
  })
  const Credential = authenticator.create(options, origin)
  await call(emulator, 'CompleteWebAuthnRegistration', { AccessToken, Credential })
  return AccessToken
}

async function askForPasskey(
  emulator: Emulator,
): Promise<{ challenge: AuthAnswer; options: { challenge: string; rpId?: string } }> {
  const challenge = await initiateAuth(emulator, 'USER_AUTH', {
    USERNAME: ANA.username,
    PREFERRED_CHALLENGE: 'WEB_AUTHN',
  })
  const options: unknown = JSON.parse(challenge.ChallengeParameters['CREDENTIAL_REQUEST_OPTIONS'] ?? '')
  return { challenge, options: options as { challenge: string; rpId?: string } }
}

test('a user can sign in with a registered passkey', async () => {
  const emulator = createTestEmulator()
  const authenticator = createAuthenticator()
  await register(emulator, authenticator)
  const { challenge, options } = await askForPasskey(emulator)
  expect(challenge.ChallengeName).toBe('WEB_AUTHN')
  const CREDENTIAL = JSON.stringify(authenticator.get(options, ORIGIN))
  await expect(respond(emulator, challenge, { CREDENTIAL })).resolves.toHaveProperty('AuthenticationResult')
})

test('a passkey signature for another challenge, by another key, or for another site is rejected', async () => {
  const emulator = createTestEmulator()
  const authenticator = createAuthenticator()
  await register(emulator, authenticator)
  const attempts = [
    { by: authenticator, over: 'b3V0cm8', at: ORIGIN, code: 'NotAuthorizedException' },
    { by: createAuthenticator(), over: undefined, at: ORIGIN, code: 'NotAuthorizedException' },
    { by: authenticator, over: undefined, at: 'https://evil.example.com', code: 'WebAuthnOriginNotAllowedException' },
  ]
  for (const { by, over, at, code } of attempts) {
    const { challenge, options } = await askForPasskey(emulator)
    const CREDENTIAL = JSON.stringify(by.get({ ...options, challenge: over ?? options.challenge }, at))
    await expect(respond(emulator, challenge, { CREDENTIAL })).rejects.toMatchObject({ code })
  }
})

test('a signature by another key with the id of a known passkey is rejected', async () => {
  const emulator = createTestEmulator()
  const known = createAuthenticator()
  await register(emulator, known)
  const { challenge, options } = await askForPasskey(emulator)
  const { id, rawId } = known.get(options, ORIGIN)
  const forged = { ...createAuthenticator().get(options, ORIGIN), id, rawId }
  const attempt = respond(emulator, challenge, { CREDENTIAL: JSON.stringify(forged) })
  await expect(attempt).rejects.toMatchObject({
    code: 'NotAuthorizedException',
    message: 'Invalid passkey credential.',
  })
})

test('a passkey registration can be completed only once', async () => {
  const emulator = createTestEmulator()
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const { CredentialCreationOptions: options } = await call<Started>(emulator, 'StartWebAuthnRegistration', {
    AccessToken,
  })
  const complete = () =>
    call(emulator, 'CompleteWebAuthnRegistration', {
      AccessToken,
      Credential: createAuthenticator().create(options, ORIGIN),
    })
  await complete()
  await expect(complete()).rejects.toMatchObject({ code: 'WebAuthnChallengeNotFoundException' })
})

test.each([
  ['an empty credential', {}, 'InvalidParameterException'],
  [
    'a credential for another challenge',
    { challenge: 'b3V0cm8', rp: { id: 'localhost' } },
    'WebAuthnCredentialNotSupportedException',
  ],
  ['a credential for another site', { rp: { id: 'example.com' } }, 'WebAuthnCredentialNotSupportedException'],
])('registering %s is rejected', async (_case, change, code) => {
  const emulator = createTestEmulator()
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  const { CredentialCreationOptions: options } = await call<Started>(emulator, 'StartWebAuthnRegistration', {
    AccessToken,
  })
  const isEmpty = Object.keys(change).length === 0
  const Credential = isEmpty ? {} : createAuthenticator().create({ ...options, ...change }, ORIGIN)
  await expect(call(emulator, 'CompleteWebAuthnRegistration', { AccessToken, Credential })).rejects.toMatchObject({
    code,
  })
})

test('a user can list and delete passkeys', async () => {
  const emulator = createTestEmulator()
  const AccessToken = await register(emulator, createAuthenticator())
  type Listed = { Credentials: { CredentialId: string; RelyingPartyId: string }[] }
  const { Credentials } = await call<Listed>(emulator, 'ListWebAuthnCredentials', { AccessToken })
  expect(Credentials).toMatchObject([{ RelyingPartyId: 'localhost', FriendlyCredentialName: 'Passkey' }])
  const CredentialId = Credentials[0]?.CredentialId
  await call(emulator, 'DeleteWebAuthnCredential', { AccessToken, CredentialId })
  await expect(call(emulator, 'DeleteWebAuthnCredential', { AccessToken, CredentialId })).rejects.toMatchObject({
    code: 'ResourceNotFoundException',
  })
  expect(await call<Listed>(emulator, 'ListWebAuthnCredentials', { AccessToken })).toEqual({ Credentials: [] })
})

test('if the relying party does not allow an origin, the error names the origin and the setting to change', async () => {
  const registration = register(createTestEmulator(), createAuthenticator(), 'http://127.0.0.1:5173')
  await expect(registration).rejects.toThrow(
    'The origin http://127.0.0.1:5173 is not allowed for the relying party localhost. ' +
      "Set the pool's relying party ID: RelyingPartyId of SetUserPoolMfaConfig, or webAuthn.relyingPartyId of the options.",
  )
})
