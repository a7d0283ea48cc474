import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'

import type { Pool } from '../pools/pools.ts'
import { notAuthorized, ServiceError } from '../service-error.ts'
import type { Passkey, User } from './user.ts'

const DEFAULT_RELYING_PARTY_ID = 'localhost'

/** Members that a credential must have before the library can read the credential. */
const credentialShape = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.looseObject({ clientDataJSON: z.string() }),
})

type RegistrationOptions = Awaited<ReturnType<typeof generateRegistrationOptions>>
type AuthenticationOptions = Awaited<ReturnType<typeof generateAuthenticationOptions>>
type RegistrationCredential = Parameters<typeof verifyRegistrationResponse>[0]['response']
type AuthenticationCredential = Parameters<typeof verifyAuthenticationResponse>[0]['response']

/** Returns the options that a browser needs to create a passkey for the user. */
export function createRegistrationOptions(pool: Pool, user: User): Promise<RegistrationOptions> {
  const rpID = relyingPartyIdOf(pool)
  return generateRegistrationOptions({
    rpName: rpID,
    rpID,
    userName: user.username,
    userID: new TextEncoder().encode(user.sub),
    excludeCredentials: user.passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: userVerificationOf(pool) },
  })
}

/** Returns the options that a browser needs to sign with one of the user's passkeys. */
export function createAuthenticationOptions(pool: Pool, user: User): Promise<AuthenticationOptions> {
  return generateAuthenticationOptions({
    rpID: relyingPartyIdOf(pool),
    userVerification: userVerificationOf(pool),
    allowCredentials: user.passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
}

/** Verifies a new passkey. @throws {ServiceError} InvalidParameterException or a WebAuthn exception of the service. */
export async function verifyRegistration(
  pool: Pool,
  credential: unknown,
  expectedChallenge: string,
): Promise<Omit<Passkey, 'createdAtMs'>> {
  const response = readCredential(credential) as unknown as RegistrationCredential
  const expectedRPID = relyingPartyIdOf(pool)
  const requireUserVerification = userVerificationOf(pool) === 'required'
  const expectedOrigin = allowedOriginOf(pool, response)
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification,
  }).catch((error: unknown) => {
    throw unsupported(error)
  })
  if (!verified) throw unsupported(new Error('The attestation is invalid.'))
  const { id, publicKey, counter, transports } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports ?? [],
    relyingPartyId: expectedRPID,
    friendlyName: 'Passkey',
    ...(response.authenticatorAttachment && { attachment: response.authenticatorAttachment }),
  }
}

/**
 * Verifies an assertion from one of the user's passkeys.
 *
 * @throws {ServiceError} NotAuthorizedException, InvalidParameterException or WebAuthnOriginNotAllowedException
 */
export async function verifyAuthentication(
  pool: Pool,
  user: User,
  credentialJson: string,
  expectedChallenge: string,
): Promise<{ credentialId: string; newCounter: number }> {
  const response = readCredential(parseJson(credentialJson)) as unknown as AuthenticationCredential
  const passkey = user.passkeys.find(({ credentialId }) => credentialId === response.id)
  if (!passkey) throw invalidPasskey()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: allowedOriginOf(pool, response),
    expectedRPID: relyingPartyIdOf(pool),
    requireUserVerification: userVerificationOf(pool) === 'required',
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(() => ({ verified: false, authenticationInfo: { newCounter: 0 } }))
  if (!verified) throw invalidPasskey()
  return { credentialId: passkey.credentialId, newCounter: authenticationInfo.newCounter }
}

/** Returns the error for a credential that is not a passkey of this user or has an invalid signature. */
export function invalidPasskey(): ServiceError {
  return notAuthorized('Invalid passkey credential.')
}

function relyingPartyIdOf({ settings }: Pool): string {
  return settings.webAuthn?.relyingPartyId ?? DEFAULT_RELYING_PARTY_ID
}

function userVerificationOf({ settings }: Pool): 'required' | 'preferred' {
  return settings.webAuthn?.userVerification ?? 'preferred'
}

/** Returns the credential's origin if its host is the relying party or a subdomain of it, as browsers require. */
function allowedOriginOf(pool: Pool, { response }: { response: { clientDataJSON: string } }): string {
  const { origin } = readClientData(response.clientDataJSON)
  const relyingPartyId = relyingPartyIdOf(pool)
  const host = URL.canParse(origin) ? new URL(origin).hostname : ''
  const isAllowed = host === relyingPartyId || host.endsWith(`.${relyingPartyId}`)
  if (isAllowed) return origin
  throw new ServiceError(
    'WebAuthnOriginNotAllowedException',
    `The origin ${origin} is not allowed for the relying party ${relyingPartyId}. ` +
      "Set the pool's relying party ID: RelyingPartyId of SetUserPoolMfaConfig, or webAuthn.relyingPartyId of the options.",
  )
}

function readClientData(clientDataJson: string): { origin: string } {
  const parsed = z
    .object({ origin: z.string() })
    .safeParse(parseJson(Buffer.from(clientDataJson, 'base64url').toString()))
  return parsed.data ?? { origin: '' }
}

function readCredential(credential: unknown): z.infer<typeof credentialShape> {
  const parsed = credentialShape.safeParse(credential)
  if (!parsed.success)
    throw new ServiceError('InvalidParameterException', 'Credential is not a WebAuthn credential in JSON form.')
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unsupported(error: unknown): ServiceError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ServiceError('WebAuthnCredentialNotSupportedException', `The credential cannot be registered: ${reason}`)
}
