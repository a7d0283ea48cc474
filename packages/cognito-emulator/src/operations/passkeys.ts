import { z } from 'zod'

import { createRegistrationOptions, verifyRegistration } from '../passkeys/ceremony.ts'
import { resourceNotFound, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { verifyAccessToken } from '../tokens/access-token.ts'
import type { Passkey } from '../users/user.ts'
import { operation, type Operations } from './operation.ts'
import { limit, signedInMembers } from './shapes.ts'

const REGISTRATION_SECONDS = 300
const DEFAULT_PAGE = 20
const REGISTRATION = 'passkey'

const startInput = z.object(signedInMembers)
const completeInput = z.object({ ...signedInMembers, Credential: z.unknown() })
const listInput = z.object({ ...signedInMembers, MaxResults: limit, NextToken: z.string().min(1).optional() })
const deleteInput = z.object({ ...signedInMembers, CredentialId: z.string().min(1) })

/** Passkeys of a signed-in user. */
export const passkeyOperations: Operations = {
  StartWebAuthnRegistration: operation(startInput, startRegistration),
  CompleteWebAuthnRegistration: operation(completeInput, completeRegistration),
  ListWebAuthnCredentials: operation(listInput, listCredentials),
  DeleteWebAuthnCredential: operation(deleteInput, deleteCredential),
}

async function startRegistration(services: Services, { AccessToken }: z.infer<typeof startInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, AccessToken)
  const options = await createRegistrationOptions(caller.pool, user)
  const expiresAtMs = services.clock.nowMs() + REGISTRATION_SECONDS * 1000
  services.users.change(caller.pool, user.username, ({ codes }) => {
    codes[REGISTRATION] = { code: options.challenge, expiresAtMs, attemptsLeft: 1 }
  })
  return { CredentialCreationOptions: options }
}

async function completeRegistration(services: Services, input: z.infer<typeof completeInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  const { pool } = caller
  const challenge = user.codes[REGISTRATION]
  if (!challenge || services.clock.nowMs() >= challenge.expiresAtMs) throw challengeNotFound()
  const passkey = await verifyRegistration(pool, input.Credential, challenge.code)
  const createdAtMs = services.clock.nowMs()
  services.users.change(pool, user.username, (draft) => {
    if (draft.codes[REGISTRATION]?.code !== challenge.code) throw challengeNotFound() // used by another request
    delete draft.codes[REGISTRATION]
    draft.passkeys.push({ ...passkey, createdAtMs })
  })
  return {}
}

async function listCredentials(services: Services, input: z.infer<typeof listInput>): Promise<object> {
  const { user } = await verifyAccessToken(services, input.AccessToken)
  const start = user.passkeys.findIndex(({ credentialId }) => credentialId === input.NextToken)
  const first = Math.max(start, 0)
  const end = first + (input.MaxResults || DEFAULT_PAGE)
  const next = user.passkeys[end]
  const page = user.passkeys.slice(first, end).map(credentialMember)
  return { Credentials: page, ...(next && { NextToken: next.credentialId }) }
}

async function deleteCredential(services: Services, input: z.infer<typeof deleteInput>): Promise<object> {
  const { caller, user } = await verifyAccessToken(services, input.AccessToken)
  const isKnown = user.passkeys.some(({ credentialId }) => credentialId === input.CredentialId)
  if (!isKnown) throw resourceNotFound('Credential does not exist.')
  services.users.change(caller.pool, user.username, (draft) => {
    draft.passkeys = draft.passkeys.filter(({ credentialId }) => credentialId !== input.CredentialId)
  })
  return {}
}

function credentialMember(passkey: Passkey): object {
  return {
    CredentialId: passkey.credentialId,
    FriendlyCredentialName: passkey.friendlyName,
    RelyingPartyId: passkey.relyingPartyId,
    ...(passkey.attachment && { AuthenticatorAttachment: passkey.attachment }),
    AuthenticatorTransports: passkey.transports,
    CreatedAt: passkey.createdAtMs / 1000,
  }
}

function challengeNotFound(): ServiceError {
  return new ServiceError('WebAuthnChallengeNotFoundException', 'There is no open registration of a passkey.')
}
