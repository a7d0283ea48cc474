import type {
  AuthenticationResponseJSON,
  CredentialCreationOptionsJSON,
  CredentialDescriptorJSON,
  CredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@cognito-srp/client'

// Passkeys in the browser. The forms in JSON are read and written here: `parse…FromJSON` and `toJSON` are
// younger than the oldest browsers that know passkeys.

type Platform = { isSecureContext: boolean; PublicKeyCredential?: unknown }

/** Whether a passkey can be made here; `insecure` where the address, not the browser, stands in the way. */
export function passkeySupport(platform: Platform = globalThis): 'supported' | 'insecure' | 'unsupported' {
  if (!platform.isSecureContext) return 'insecure'
  return typeof platform.PublicKeyCredential === 'function' ? 'supported' : 'unsupported'
}

/**
 * What came of asking for a new passkey: the passkey; the person cancelled, or waited too long, which browsers do not
 * tell apart; this device has one already; or the address is not one that passkeys of this account are for.
 */
export type MadePasskey = RegistrationResponseJSON | 'cancelled' | 'exists' | 'wrong-address'

/** Lets the browser ask for a new passkey. @param signal takes the browser's question away */
export async function makePasskey(options: CredentialCreationOptionsJSON, signal: AbortSignal): Promise<MadePasskey> {
  try {
    const made = await navigator.credentials.create({ publicKey: readCreationOptions(options), signal })
    return made instanceof PublicKeyCredential ? writeRegistration(made) : 'cancelled'
  } catch (cause) {
    const outcome = cause instanceof DOMException ? OUTCOME_BY_ERROR[cause.name] : undefined
    if (outcome === undefined) throw cause
    return outcome
  }
}

const OUTCOME_BY_ERROR: Record<string, Exclude<MadePasskey, object>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'exists',
  SecurityError: 'wrong-address',
}

/** What `navigator.credentials.create` takes, from what the service sends. */
export function readCreationOptions(options: CredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials = [] } = options
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions), // names and numbers are the same in both forms
    challenge: fromBase64Url(challenge),
    user: { ...user, id: fromBase64Url(user.id) },
    excludeCredentials: excludeCredentials.map(readDescriptor),
  }
}

/** What `navigator.credentials.get` takes, from what the service sends. */
export function readRequestOptions(options: CredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials = [] } = options
  return {
    ...(options as unknown as PublicKeyCredentialRequestOptions), // names and numbers are the same in both forms
    challenge: fromBase64Url(challenge),
    allowCredentials: allowCredentials.map(readDescriptor),
  }
}

function readDescriptor({ id, transports }: CredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  const descriptor: PublicKeyCredentialDescriptor = { type: 'public-key', id: fromBase64Url(id) }
  return transports ? { ...descriptor, transports: transports as AuthenticatorTransport[] } : descriptor
}

function writeRegistration(made: PublicKeyCredential): RegistrationResponseJSON {
  const response = made.response as AuthenticatorAttestationResponse
  return {
    ...writeCredential(made),
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      attestationObject: toBase64Url(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  }
}

/** The proof of a passkey, as the service takes it. */
export function writeAssertion(given: PublicKeyCredential): AuthenticationResponseJSON {
  const response = given.response as AuthenticatorAssertionResponse
  const { userHandle } = response
  return {
    ...writeCredential(given),
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      authenticatorData: toBase64Url(response.authenticatorData),
      signature: toBase64Url(response.signature),
      ...(userHandle && { userHandle: toBase64Url(userHandle) }),
    },
  }
}

/** What a new passkey and the proof of one have in common. */
function writeCredential(credential: PublicKeyCredential) {
  const { id, rawId, type, authenticatorAttachment } = credential
  return {
    id,
    rawId: toBase64Url(rawId),
    type,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: credential.getClientExtensionResults(),
  }
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))
}

export function toBase64Url(bytes: ArrayBuffer): string {
  const text = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
