/**
 * Reference to a passkey in the JSON form of WebAuthn Level 3 (§5.1.8–5.1.10). The JSON types are declared here so that programs
 * without `lib.dom` compile too. Binary values are base64url. A browser converts options with
 * `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`, and a passkey with `credential.toJSON()`.
 */
export type CredentialDescriptorJSON = { type: string; id: string; transports?: string[] }

/** Options of `navigator.credentials.get` as JSON. */
export type CredentialRequestOptionsJSON = {
  challenge: string
  timeout?: number
  rpId?: string
  allowCredentials?: CredentialDescriptorJSON[]
  userVerification?: string
  hints?: string[]
  extensions?: Record<string, unknown>
}

/** Options of `navigator.credentials.create` as JSON. */
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

/** Assertion by a passkey, as returned by `toJSON()` of the credential from `navigator.credentials.get`. */
export type AuthenticationResponseJSON = CredentialJSON<{
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string
}>

/** New passkey, as returned by `toJSON()` of the credential from `navigator.credentials.create`. */
export type RegistrationResponseJSON = CredentialJSON<{
  clientDataJSON: string
  attestationObject: string
  authenticatorData?: string
  publicKey?: string
  publicKeyAlgorithm?: number
  transports?: string[]
}>
