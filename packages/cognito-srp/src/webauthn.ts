/**
 * The JSON forms of WebAuthn Level 3 (§5.1.8–5.1.10), declared here so that programs without `lib.dom` compile too.
 * Binary values are base64url. In a browser: `PublicKeyCredential.parseRequestOptionsFromJSON(options)` before
 * `navigator.credentials.get`, `credential.toJSON()` after it.
 */
export type CredentialDescriptorJSON = { type: string; id: string; transports?: string[] }

/** What `navigator.credentials.get` is asked for. */
export type CredentialRequestOptionsJSON = {
  challenge: string
  timeout?: number
  rpId?: string
  allowCredentials?: CredentialDescriptorJSON[]
  userVerification?: string
  hints?: string[]
  extensions?: Record<string, unknown>
}

/** What `navigator.credentials.create` is asked for. */
export type CredentialCreationOptionsJSON = {
  rp: { id?: string; name: string }
  user: { id: string; name: string; displayName: string }
  challenge: string
  pubKeyCredParams: { type: string; alg: number }[]
  timeout?: number
  excludeCredentials?: CredentialDescriptorJSON[]
  authenticatorSelection?: {
    authenticatorAttachment?: string
    residentKey?: string
    requireResidentKey?: boolean
    userVerification?: string
  }
  hints?: string[]
  attestation?: string
  extensions?: Record<string, unknown>
}

type CredentialJSON<Response> = {
  id: string
  rawId: string
  type: string
  authenticatorAttachment?: string
  clientExtensionResults: object
  response: Response
}

/** A passkey's proof, as `credential.toJSON()` gives it after `navigator.credentials.get`. */
export type AuthenticationResponseJSON = CredentialJSON<{
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string
}>

/** A new passkey, as `credential.toJSON()` gives it after `navigator.credentials.create`. */
export type RegistrationResponseJSON = CredentialJSON<{
  clientDataJSON: string
  attestationObject: string
  authenticatorData?: string
  publicKey?: string
  publicKeyAlgorithm?: number
  transports?: string[]
}>
