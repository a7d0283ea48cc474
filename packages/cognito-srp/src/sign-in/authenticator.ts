import { PasskeyError, type PasskeyErrorReason } from '../errors.ts'
import { throwIfAborted, untilAborted, type CallOptions, type Signal } from '../service/transport.ts'
import { base64UrlToBytes, bytesToBase64Url } from '../srp/encoding.ts'
import type {
  AuthenticationResponseJSON,
  CredentialCreationOptionsJSON,
  CredentialDescriptorJSON,
  CredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '../webauthn.ts'

// Calls the browser's passkey API (Web Authentication Level 3). The oldest browsers with passkeys (Safari 16, Firefox 115) lack
// the JSON functions, so this module contains a fallback.

/** Whether the browser requests a passkey in a dialog or in autofill (`conditional`). */
export type PasskeyMediation = 'optional' | 'required' | 'conditional'

/** Details of a call to a {@link PasskeyAuthenticator}. */
export type AuthenticatorCall = {
  /** Signal that cancels the passkey request. */
  signal: Signal
  /** `mediation` from {@link ProvePasskeyOptions}, passed only to `get`. */
  mediation?: PasskeyMediation | undefined
}

/**
 * Functions that replace the browser's passkey API, for example with a library for React Native. Both functions take and return
 * the JSON of Web Authentication Level 3. The `name` of an error determines the `reason` of the PasskeyError: `NotAllowedError`
 * means that the user cancelled. A function can also reject with a PasskeyError.
 *
 * @example
 * declare const Passkey: PasskeyAuthenticator // for example from react-native-passkey
 * await signInWithPasskey(client, { username, authenticator: Passkey })
 */
export type PasskeyAuthenticator = {
  /** Creates a passkey. */
  create(options: CredentialCreationOptionsJSON, call: AuthenticatorCall): Promise<RegistrationResponseJSON>
  /** Signs a challenge with a passkey. */
  get(options: CredentialRequestOptionsJSON, call: AuthenticatorCall): Promise<AuthenticationResponseJSON>
}

/** Options for the functions that create or use passkeys. */
export type PasskeyOptions = CallOptions & {
  /**
   * Authenticator that creates or uses the passkey. The default is the passkey API of the browser, or of another platform with
   * the same API.
   */
  authenticator?: PasskeyAuthenticator | undefined
}

/** Options of {@link provePasskey}. */
export type ProvePasskeyOptions = PasskeyOptions & {
  /** The default is a dialog. `conditional` offers the passkey in the autofill of a field with `autocomplete="webauthn"`. */
  mediation?: PasskeyMediation | undefined
}

/**
 * Checks that passkeys are supported, before any request to the service. An authenticator that the program passes is not checked.
 *
 * @throws PasskeyError `insecure` or `unsupported`.
 */
export async function requirePasskeys({ authenticator, mediation }: ProvePasskeyOptions): Promise<void> {
  if (authenticator) return
  const { isSecureContext, navigator, PublicKeyCredential: platform } = globalThis as Partial<typeof globalThis>
  if (isSecureContext === false) throw passkeyError('insecure')
  if (!platform || !navigator?.credentials) throw passkeyError('unsupported')
  if (mediation === 'conditional' && !(await platform.isConditionalMediationAvailable?.())) {
    throw passkeyError('unsupported')
  }
}

/** Creates a passkey. @throws PasskeyError; the reason of `signal`. */
export function makePasskey(
  options: CredentialCreationOptionsJSON,
  { signal, authenticator = browser }: PasskeyOptions,
): Promise<RegistrationResponseJSON> {
  const reasons: Reasons = { ...REASONS, InvalidStateError: 'exists' }
  return callAuthenticator((signal) => authenticator.create(options, { signal }), { signal, reasons })
}

/** Signs a challenge with a passkey. @throws PasskeyError; the reason of `signal`. */
export function getPasskey(
  options: CredentialRequestOptionsJSON,
  { mediation, signal, authenticator = browser }: ProvePasskeyOptions,
): Promise<AuthenticationResponseJSON> {
  return callAuthenticator((signal) => authenticator.get(options, { signal, mediation }), { signal, reasons: REASONS })
}

/** The platform's own passkey API. */
const browser: PasskeyAuthenticator = {
  async create(options, { signal }) {
    const publicKey =
      PublicKeyCredential.parseCreationOptionsFromJSON?.(options as PublicKeyCredentialCreationOptionsJSON) ??
      readCreationOptions(options)
    return writeCredential(await navigator.credentials.create({ publicKey, signal }), writeRegistration)
  },
  async get(options, { signal, mediation }) {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? readRequestOptions(options)
    const credential = await navigator.credentials.get({ publicKey, signal, ...(mediation && { mediation }) })
    return writeCredential(credential, writeAssertion)
  },
}

type Reasons = Record<string, PasskeyErrorReason>

/** `reason` of the PasskeyError for each `name` of the browser's error. */
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

/** Calls the authenticator and waits for the user. Closes the browser's dialog when the caller aborts. */
async function callAuthenticator<T>(
  call: (signal: AbortSignal) => Promise<T>,
  { signal, reasons }: CallOptions & { reasons: Reasons },
): Promise<T> {
  throwIfAborted(signal)
  const controller = new AbortController()
  try {
    return await untilAborted(call(controller.signal), signal)
  } catch (cause) {
    controller.abort()
    throwIfAborted(signal)
    if (cause instanceof PasskeyError) throw cause
    throw passkeyError(reasons[(cause as Error | undefined)?.name ?? ''] ?? 'failed', cause)
  }
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
 * @throws PasskeyError when the credential is missing or incomplete.
 */
function writeCredential<Response extends object>(
  credential: Credential | null,
  writeResponse: (response: never) => Response,
): CredentialJSON<Response> {
  if (!credential) throw passkeyError('cancelled')
  const passkey = credential as PublicKeyCredential
  try {
    return passkey.toJSON() as CredentialJSON<Response>
  } catch {} // missing or throwing, so the fallback converts the credential
  try {
    return writeByHand(passkey, writeResponse)
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
