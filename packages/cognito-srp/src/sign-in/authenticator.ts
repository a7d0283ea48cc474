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

// What the browser does for a passkey (Web Authentication Level 3). Its own reading and writing of the JSON forms is
// younger than the oldest browsers that know passkeys (Safari 16, Firefox 115): where it is missing, ours takes over.

/** How the browser asks for a passkey: in a dialog, or among what it fills fields with (`conditional`). */
export type PasskeyMediation = 'optional' | 'required' | 'conditional'

/**
 * Checks that passkeys can be used here, before the service is asked for anything.
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

/** Lets the browser make a passkey. @throws PasskeyError; the reason of `signal`. */
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

/** Lets the browser prove a passkey. @throws PasskeyError; the reason of `signal`. */
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

/** What the browser's errors mean. */
const REASONS: Reasons = {
  NotAllowedError: 'cancelled', // also a person who waits too long: browsers do not tell
  AbortError: 'aborted',
  SecurityError: 'wrong-origin',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
}

const MESSAGES: Record<PasskeyErrorReason, string> = {
  cancelled: 'No passkey was given: the person cancelled, waited too long, or has none that fits.',
  aborted: 'The browser gave up asking for a passkey, for example to ask for another one.',
  exists: 'This device has a passkey of this account already.',
  unsupported: 'This platform cannot make or use a passkey in this way.',
  insecure: 'Passkeys need HTTPS (or localhost).',
  'wrong-origin': 'The passkeys of this user pool are not for the address of this page.',
  failed: 'The passkey could not be made or used.',
}

function passkeyError(reason: PasskeyErrorReason, cause?: unknown): PasskeyError {
  return new PasskeyError(MESSAGES[reason], { reason, cause })
}

/** Waits for the browser and the person; its question is taken away when the caller aborts. */
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

// Own reading and writing: names and numbers are the same in both forms, bytes are base64url in JSON.

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
 * Password managers put credentials of their own in the browser's place, on which its `toJSON` may throw.
 *
 * @throws PasskeyError when what was given has not the parts of a credential.
 */
function writeCredential<Response extends object>(
  credential: PublicKeyCredential,
  writeResponse: (response: never) => Response,
): CredentialJSON<Response> {
  try {
    return credential.toJSON() as CredentialJSON<Response>
  } catch {} // where it is missing, too: by hand, then
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
