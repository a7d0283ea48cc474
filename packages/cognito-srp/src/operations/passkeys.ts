import { requireClient, type CognitoClient } from '../client.ts'
import { ChallengeError, inOperation } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import { defined, isRecord, readDate, readRecords, readTextMembers, readTexts } from '../service/wire.ts'
import type { CredentialCreationOptionsJSON, RegistrationResponseJSON } from '../webauthn.ts'
import { makePasskey, requirePasskeys, type PasskeyOptions } from '../sign-in/authenticator.ts'
import { callSignedIn, commandSignedIn, readSignedIn } from './call.ts'

/** The service's record of a passkey. */
export type WebAuthnCredential = {
  credentialId: string
  friendlyCredentialName?: string
  relyingPartyId?: string
  authenticatorAttachment?: string
  authenticatorTransports: string[]
  createdAt?: Date
}

type CredentialWire = {
  CredentialId?: string
  FriendlyCredentialName?: string
  RelyingPartyId?: string
  AuthenticatorAttachment?: string
  AuthenticatorTransports?: string[]
  CreatedAt?: number
}

/**
 * Registers a passkey for the signed-in user. Requests the options from the service, creates the passkey in the browser and
 * registers it. Some browsers open their dialog only shortly after a click or key press.
 *
 * @returns the service's id of the new passkey
 * @throws PasskeyError when no passkey is created (`reason` says why), before any request if the browser does not support
 *   passkeys; SessionError 'User is not authenticated'; ServiceError (`WebAuthnNotEnabledException`, …); ChallengeError when the
 *   service requests the password during a token refresh, or returns no options; AnyCognitoError; the reason of `signal`.
 * @example
 * const { credentialId } = await registerPasskey(client)
 * const { credentials } = await listWebAuthnCredentials(client)
 * console.log(credentials.find((credential) => credential.credentialId === credentialId)?.friendlyCredentialName)
 */
export async function registerPasskey(
  client: CognitoClient,
  options: PasskeyOptions = {},
): Promise<{ credentialId: string }> {
  requireClient(client)
  const { signal } = options
  await requirePasskeys(options)
  const { credentialCreationOptions } = await startWebAuthnRegistration(client, { signal })
  const credential = await makePasskey(credentialCreationOptions, options)
  await completeWebAuthnRegistration(client, { credential, signal })
  return { credentialId: credential.id }
}

/**
 * Starts the registration of a passkey (StartWebAuthnRegistration), for programs that create the passkey themselves. In a
 * browser, {@link registerPasskey} runs all steps.
 *
 * @throws SessionError 'User is not authenticated'; ServiceError (`WebAuthnNotEnabledException`, …); ChallengeError when the
 *   service returns no options, or requests the password during a token refresh; AnyCognitoError; the reason of `signal`.
 * @example
 * const { credentialCreationOptions } = await startWebAuthnRegistration(client)
 * console.log(credentialCreationOptions.rp.name)
 */
export async function startWebAuthnRegistration(
  client: CognitoClient,
  options: CallOptions = {},
): Promise<{ credentialCreationOptions: CredentialCreationOptionsJSON }> {
  type Answer = { CredentialCreationOptions?: CredentialCreationOptionsJSON }
  const operation = 'StartWebAuthnRegistration'
  const { CredentialCreationOptions } = await callSignedIn<Answer>(client, operation, {}, options)
  return inOperation(operation, async () => {
    if (!isRecord(CredentialCreationOptions)) throw new ChallengeError('The service returned no options for a passkey.')
    return { credentialCreationOptions: CredentialCreationOptions }
  })
}

/**
 * Registers the passkey that the authenticator created (CompleteWebAuthnRegistration).
 *
 * @throws SessionError 'User is not authenticated'; ServiceError (`WebAuthnNotEnabledException`, …); AnyCognitoError; the reason
 *   of `signal`.
 * @example
 * declare const made: { toJSON(): RegistrationResponseJSON } // by navigator.credentials.create
 * await completeWebAuthnRegistration(client, { credential: made.toJSON() })
 */
export async function completeWebAuthnRegistration(
  client: CognitoClient,
  input: CallOptions & { credential: RegistrationResponseJSON },
): Promise<void> {
  requireClient(client)
  await commandSignedIn(client, 'CompleteWebAuthnRegistration', { Credential: input.credential }, input)
}

/**
 * Returns one page of the signed-in user's passkeys (ListWebAuthnCredentials).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * const { credentials } = await listWebAuthnCredentials(client)
 * console.log(credentials.map((credential) => credential.friendlyCredentialName))
 */
export async function listWebAuthnCredentials(
  client: CognitoClient,
  input: CallOptions & { maxResults?: number | undefined; nextToken?: string | undefined } = {},
): Promise<{ credentials: WebAuthnCredential[]; nextToken?: string }> {
  const payload = { MaxResults: input.maxResults, NextToken: input.nextToken }
  type Answer = { Credentials?: CredentialWire[]; NextToken?: string }
  const answer = await readSignedIn<Answer>(client, 'ListWebAuthnCredentials', payload, input)
  return defined({
    credentials: readRecords(answer.Credentials).map((credential) => readCredential(credential)),
    nextToken: readTextMembers(answer)['NextToken'],
  })
}

/**
 * Removes a passkey (DeleteWebAuthnCredential).
 *
 * @throws SessionError 'User is not authenticated'; AnyCognitoError; the reason of `signal`.
 * @example
 * const { credentials } = await listWebAuthnCredentials(client)
 * for (const { credentialId } of credentials) await deleteWebAuthnCredential(client, { credentialId })
 */
export async function deleteWebAuthnCredential(
  client: CognitoClient,
  input: CallOptions & { credentialId: string },
): Promise<void> {
  requireClient(client)
  await commandSignedIn(client, 'DeleteWebAuthnCredential', { CredentialId: input.credentialId }, input)
}

function readCredential(credential: CredentialWire): WebAuthnCredential {
  const texts = readTextMembers(credential)
  return defined({
    credentialId: texts['CredentialId'] ?? '',
    friendlyCredentialName: texts['FriendlyCredentialName'],
    relyingPartyId: texts['RelyingPartyId'],
    authenticatorAttachment: texts['AuthenticatorAttachment'],
    authenticatorTransports: readTexts(credential.AuthenticatorTransports),
    createdAt: readDate(credential.CreatedAt),
  })
}
