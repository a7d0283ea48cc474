import type { CognitoClient } from '../client.ts'
import { ChallengeError, inOperation } from '../errors.ts'
import type { CallOptions } from '../service/transport.ts'
import { defined, isRecord, readDate, readRecords, readTextMembers, readTexts } from '../service/wire.ts'
import type { CredentialCreationOptionsJSON, RegistrationResponseJSON } from '../webauthn.ts'
import { makePasskey, requirePasskeys } from '../sign-in/authenticator.ts'
import { callSignedIn, commandSignedIn, readSignedIn } from './call.ts'

/** A passkey as the service knows it. */
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
 * Adds a passkey to the signed-in user: asks the service what it must be like, lets the browser make it, and registers
 * it. A browser may want a press or click just before it opens its dialog.
 *
 * @returns the id by which the service lists the new passkey
 * @throws PasskeyError when the browser makes none (`reason` says why), before any request where it has no passkeys;
 *   SessionError 'User is not authenticated'; ServiceError (`WebAuthnNotEnabledException`, …); ChallengeError when a
 *   needed refresh is answered by a question for the password, or the service says nothing of the passkey;
 *   AnyCognitoError; the reason of `signal`.
 * @example
 * const { credentialId } = await registerPasskey(client)
 * const { credentials } = await listWebAuthnCredentials(client)
 * console.log(credentials.find((credential) => credential.credentialId === credentialId)?.friendlyCredentialName)
 */
export async function registerPasskey(
  client: CognitoClient,
  { signal }: CallOptions = {},
): Promise<{ credentialId: string }> {
  await requirePasskeys()
  const { credentialCreationOptions } = await startWebAuthnRegistration(client, { signal })
  const credential = await makePasskey(credentialCreationOptions, { signal })
  await completeWebAuthnRegistration(client, { credential, signal })
  return { credentialId: credential.id }
}

/**
 * Starts to add a passkey (StartWebAuthnRegistration), for programs that make it themselves; {@link registerPasskey} does
 * all of it in a browser.
 *
 * @throws SessionError 'User is not authenticated'; ServiceError (`WebAuthnNotEnabledException`, …); ChallengeError
 *   when the service gives no options, or a needed refresh is answered by a question for the password; AnyCognitoError;
 *   the reason of `signal`.
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
    if (!isRecord(CredentialCreationOptions)) throw new ChallengeError('The service gave no options for a passkey.')
    return { credentialCreationOptions: CredentialCreationOptions }
  })
}

/**
 * Adds the passkey that the authenticator made (CompleteWebAuthnRegistration).
 *
 * @throws SessionError 'User is not authenticated'; ServiceError (`WebAuthnNotEnabledException`, …); AnyCognitoError;
 *   the reason of `signal`.
 * @example
 * declare const made: { toJSON(): RegistrationResponseJSON } // by navigator.credentials.create
 * await completeWebAuthnRegistration(client, { credential: made.toJSON() })
 */
export async function completeWebAuthnRegistration(
  client: CognitoClient,
  input: CallOptions & { credential: RegistrationResponseJSON },
): Promise<void> {
  await commandSignedIn(client, 'CompleteWebAuthnRegistration', { Credential: input.credential }, input)
}

/**
 * The passkeys of the signed-in user, a page at a time (ListWebAuthnCredentials).
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
