import type { AuthenticationResponseJSON, CredentialRequestOptionsJSON } from '@cognito-srp/client'

/** The browser gave no passkey: the person cancelled, none fits, or the browser knows no passkeys. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly code = 'PasskeyError'
}

/**
 * Lets the browser prove a passkey.
 *
 * @param signal takes the browser's question away
 * @throws PasskeyError
 */
export async function provePasskey(
  options: CredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<AuthenticationResponseJSON> {
  try {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ publicKey, signal })
    if (!(credential instanceof PublicKeyCredential)) throw new PasskeyError('The browser gave no passkey.')
    return credential.toJSON() as AuthenticationResponseJSON
  } catch (cause) {
    if (cause instanceof PasskeyError) throw cause
    throw new PasskeyError('The browser did not prove a passkey.', { cause })
  }
}
