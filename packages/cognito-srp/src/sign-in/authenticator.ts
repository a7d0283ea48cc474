import { PasskeyError, type PasskeyErrorReason } from '../errors.ts'
import { throwIfAborted, untilAborted, type CallOptions } from '../service/transport.ts'
import { base64UrlToBytes, bytesToBase64Url } from '../srp/encoding.ts'
import type {
  AuthenticationResponseJSON,
  CredentialCreationOptionsJSON,
  CredentialDescriptorJSON,
  CredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '../webauthn.ts'

// Calls the browser's passkey API (Web Authentication Level 3). The oldest browsers with passkeys (Safari 16, Firefox 115) lack
// the JSON functions, so this module has a fallback for them.

/** Whether the browser requests a passkey in a dialog or in autofill (`conditional`). */
export type PasskeyMediation = 'optional' | 'required' | 'conditional'

/**
 * Checks that passkeys are supported, before any request to the service.
 *
 * @throws PasskeyError `insecure` or `unsupported`.
 */
export async function requirePasskeys(mediation?: PasskeyMediation): Promise<void> {
  const { isSecureContext, navigator, PublicKeyCredential: platform } = globalThis as Partial<typeof globalThis>
  if (isSecureContext === false) throw passkeyError('insecure')
  if (!platform || !navigator?.credentials) throw passkeyError('unsupported')
  if (mediation === 'conditional' && !(await platform.isConditionalMediationAvailable?.())) {
    throw passkeyError('unsupported')
  }
}

/** Creates a passkey in the browser. @throws PasskeyError; the reason of `signal`. */
export async function makePasskey(
  options: CredentialCreationOptionsJSON,
  { signal }: CallOptions,
): Promise<RegistrationResponseJSON> {
  const ask = async (signal: AbortSignal) => {
    const publicKey =
      PublicKeyCredential.parseCreationOptionsFromJSON?.(options as PublicKeyCredentialCreationOptionsJSON) ??
      readCreationOptions(options)
    return navigator.credentials.create({ publicKey, signal })
  }
  const made = await untilGiven(ask, { signal, reasons: { ...REASONS, InvalidStateError: 'exists' } })
  return writeCredential(made, writeRegistration)
}

/** Proves a passkey in the browser. @throws PasskeyError; the reason of `signal`. */
export async function getPasskey(
  options: CredentialRequestOptionsJSON,
  { mediation, signal }: CallOptions & { mediation?: PasskeyMediation | undefined },
): Promise<AuthenticationResponseJSON> {
  const ask = async (signal: AbortSignal) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? readRequestOptions(options)
    return navigator.credentials.get({ publicKey, signal, ...(mediation && { mediation }) })
  }
  return writeCredential(await untilGiven(ask, { signal, reasons: REASONS }), writeAssertion)
}

type Reasons = Record<string, PasskeyErrorReason>

/** Reason of each error of the browser. */
const REASONS: Reasons = {
  NotAllowedError: 'cancelled', // also if the user waited too long, which browsers do not distinguish
  AbortError: 'aborted',
  SecurityError: 'wrong-origin',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
}

const MESSAGES: Record<PasskeyErrorReason, string> = {
  cancelled: 'The browser returned no passkey. The user cancelled, waited too long, or has no matching passkey.',
  aborted: 'The browser aborted the passkey request, for example for another request.',
  exists: 'This device already has a passkey for this account.',
  unsupported: 'This platform does not support passkeys in this way.',
  insecure: 'Passkeys require HTTPS or localhost.',
  'wrong-origin': 'The passkeys of this user pool are not valid for the domain of this page.',
  failed: 'The passkey could not be created or used.',
}

function passkeyError(reason: PasskeyErrorReason, cause?: unknown): PasskeyError {
  return new PasskeyError(MESSAGES[reason], { reason, cause })
}

/** Waits for the browser and the user. Closes the browser's dialog when the caller aborts. */
async function untilGiven(
  ask: (signal: AbortSignal) => Promise<Credential | null>,
  { signal, reasons }: CallOptions & { reasons: Reasons },
): Promise<PublicKeyCredential> {
  throwIfAborted(signal)
  const controller = new AbortController()
  const given = await untilAborted(ask(controller.signal), signal).catch((cause: unknown) => {
    controller.abort()
    throwIfAborted(signal)
    throw passkeyError(reasons[(cause as Error | undefined)?.name ?? ''] ?? 'failed', cause)
  })
  if (!given) throw passkeyError('cancelled')
  return given as PublicKeyCredential
}

// Fallback for the JSON functions. Names and numbers are the same in both forms, and bytes are base64url in JSON.

function readCreationOptions(options: CredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials = [] } = options
  return {
    ...(options as object as PublicKeyCredentialCreationOptions),
    challenge: fromBase64Url(challenge),
    user: { ...user, id: fromBase64Url(user.id) },
    excludeCredentials: excludeCredentials.map(readDescriptor),
  }
}

function readRequestOptions(options: CredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials = [] } = options
  return {
    ...(options as object as PublicKeyCredentialRequestOptions),
    challenge: fromBase64Url(challenge),
    allowCredentials: allowCredentials.map(readDescriptor),
  }
}

function readDescriptor(descriptor: CredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  return { ...(descriptor as object as PublicKeyCredentialDescriptor), id: fromBase64Url(descriptor.id) }
}

type CredentialJSON<Response> = Omit<RegistrationResponseJSON, 'response'> & { response: Response }

/**
 * Converts a credential to JSON. Password managers return their own credentials, whose `toJSON` can throw.
 *
 * @throws PasskeyError when the object is not a complete credential.
 */
function writeCredential<Response extends object>(
  credential: PublicKeyCredential,
  writeResponse: (response: never) => Response,
): CredentialJSON<Response> {
  try {
    return credential.toJSON() as CredentialJSON<Response>
  } catch {} // missing or throwing, so the fallback converts the credential
  try {
    return writeByHand(credential, writeResponse)
  } catch (cause) {
    throw passkeyError('failed', cause)
  }
}

function writeByHand<Response>(
  credential: PublicKeyCredential,
  writeResponse: (response: never) => Response,
): CredentialJSON<Response> {
  const { id, rawId, type, authenticatorAttachment, response } = credential
  return {
    id,
    rawId: toBase64Url(rawId),
    type,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: credential.getClientExtensionResults(),
    response: writeResponse(response as never),
  }
}

function writeRegistration(response: AuthenticatorAttestationResponse): RegistrationResponseJSON['response'] {
  return {
    clientDataJSON: toBase64Url(response.clientDataJSON),
    attestationObject: toBase64Url(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  }
}

function writeAssertion(response: AuthenticatorAssertionResponse): AuthenticationResponseJSON['response'] {
  const { userHandle } = response
  return {
    clientDataJSON: toBase64Url(response.clientDataJSON),
    authenticatorData: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
    ...(userHandle && { userHandle: toBase64Url(userHandle) }),
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return base64UrlToBytes(text, 'This option')
}

function toBase64Url(bytes: ArrayBuffer): string {
  return bytesToBase64Url(new Uint8Array(bytes))
}
