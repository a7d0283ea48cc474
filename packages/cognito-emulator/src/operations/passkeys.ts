import { resourceNotFound, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Passkey } from '../users/user.ts'
import { createRegistrationOptions, verifyRegistration } from '../users/webauthn.ts'
import type { Input, Operations, Output } from './operation.ts'

const REGISTRATION_SECONDS = 300
const DEFAULT_PAGE = 20

// The SDK types these options as arbitrary JSON. The WebAuthn library reads and writes the options.
type CreationOptionsJson = Output<'StartWebAuthnRegistration'>['CredentialCreationOptions']

/** Operations on the passkeys of a signed-in user. */
export const passkeyOperations: Operations = {
  StartWebAuthnRegistration: startRegistration,
  CompleteWebAuthnRegistration: completeRegistration,
  ListWebAuthnCredentials: listCredentials,
  DeleteWebAuthnCredential: deleteCredential,
}

type PasskeyServices = Pick<Services, 'tokens' | 'users' | 'clock'>

async function startRegistration(
  { tokens, users, clock }: PasskeyServices,
  { AccessToken }: Input<'StartWebAuthnRegistration'>,
): Promise<Output<'StartWebAuthnRegistration'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  const options = await createRegistrationOptions(caller.pool, user)
  const expiresAtMs = clock.nowMs() + REGISTRATION_SECONDS * 1000
  users.change(caller.pool, user.username, (draft) => {
    draft.passkeyRegistration = { challenge: options.challenge, expiresAtMs }
  })
  return { CredentialCreationOptions: options as unknown as CreationOptionsJson }
}

async function completeRegistration(
  { tokens, users, clock }: PasskeyServices,
  { AccessToken, Credential }: Input<'CompleteWebAuthnRegistration'>,
): Promise<Output<'CompleteWebAuthnRegistration'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  const { pool } = caller
  const asked = user.passkeyRegistration
  if (!asked || clock.nowMs() >= asked.expiresAtMs) throw challengeNotFound()
  const passkey = await verifyRegistration(pool, Credential, asked.challenge)
  const createdAtMs = clock.nowMs()
  users.change(pool, user.username, (draft) => {
    if (draft.passkeyRegistration?.challenge !== asked.challenge) throw challengeNotFound() // another request used or replaced the challenge
    delete draft.passkeyRegistration
    draft.passkeys.push({ ...passkey, createdAtMs })
  })
  return {}
}

async function listCredentials(
  { tokens }: Pick<Services, 'tokens'>,
  { AccessToken, MaxResults, NextToken }: Input<'ListWebAuthnCredentials'>,
): Promise<Output<'ListWebAuthnCredentials'>> {
  const { user } = await tokens.verify(AccessToken)
  const start = user.passkeys.findIndex(({ credentialId }) => credentialId === NextToken)
  const first = Math.max(start, 0)
  const end = first + (MaxResults || DEFAULT_PAGE)
  return {
    Credentials: user.passkeys.slice(first, end).map(describeCredential),
    NextToken: user.passkeys[end]?.credentialId,
  }
}

async function deleteCredential(
  { tokens, users }: Pick<Services, 'tokens' | 'users'>,
  { AccessToken, CredentialId }: Input<'DeleteWebAuthnCredential'>,
): Promise<Output<'DeleteWebAuthnCredential'>> {
  const { caller, user } = await tokens.verify(AccessToken)
  const isKnown = user.passkeys.some(({ credentialId }) => credentialId === CredentialId)
  if (!isKnown) throw resourceNotFound('Credential does not exist.')
  users.change(caller.pool, user.username, (draft) => {
    draft.passkeys = draft.passkeys.filter(({ credentialId }) => credentialId !== CredentialId)
  })
  return {}
}

type CredentialDescription = NonNullable<Output<'ListWebAuthnCredentials'>['Credentials']>[number]

function describeCredential(passkey: Passkey): CredentialDescription {
  return {
    CredentialId: passkey.credentialId,
    FriendlyCredentialName: passkey.friendlyName,
    RelyingPartyId: passkey.relyingPartyId,
    AuthenticatorAttachment: passkey.attachment,
    AuthenticatorTransports: passkey.transports,
    CreatedAt: passkey.createdAtMs / 1000,
  }
}

function challengeNotFound(): ServiceError {
  return new ServiceError(
    'WebAuthnChallengeNotFoundException',
    'No passkey registration is open. Call StartWebAuthnRegistration first.',
  )
}
