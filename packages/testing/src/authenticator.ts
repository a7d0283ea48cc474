import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type CreationOptions = { challenge: string; rp: { id?: string } }
type RequestOptions = { challenge: string; rpId?: string }

/** A credential in the JSON format of `PublicKeyCredential.toJSON`. */
export type CredentialJson = {
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: object
  response: Record<string, string | string[]>
}

/** A software authenticator with one passkey (WebAuthn Level 2, ES256, attestation `none`). */
export type Authenticator = {
  create(options: CreationOptions, origin: string): CredentialJson
  get(options: RequestOptions, origin: string): CredentialJson
}

const USER_PRESENT_AND_VERIFIED = 0x05
const ATTESTED_DATA = 0x40

export function createAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let counter = 0

  const authenticatorData = (rpId: string, flags: number): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE((counter += 1))
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
  }
  return {
    create({ challenge, rp }, origin) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))
      const idLength = Buffer.from([0, credentialId.length])
      const head = authenticatorData(rp.id ?? '', USER_PRESENT_AND_VERIFIED | ATTESTED_DATA)
      const data = Buffer.concat([head, Buffer.alloc(16), idLength, credentialId, key])
      const attestationObject = attestation(data).toString('base64url')
      return credential(id, { clientDataJSON: clientData('webauthn.create', challenge, origin), attestationObject })
    },
    get({ challenge, rpId }, origin) {
      const data = authenticatorData(rpId ?? '', USER_PRESENT_AND_VERIFIED)
      const clientDataJSON = clientData('webauthn.get', challenge, origin)
      const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
      const signature = sign('sha256', Buffer.concat([data, clientHash]), privateKey).toString('base64url')
      return credential(id, { clientDataJSON, authenticatorData: data.toString('base64url'), signature })
    },
  }
}

function credential(id: string, response: Record<string, string>): CredentialJson {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

/** Returns the CBOR encoding of {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value])
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  return Buffer.concat([head, Buffer.from([0x21]), bytes(x), Buffer.from([0x22]), bytes(y)])
}

/** Returns the CBOR encoding of {"fmt": "none", "attStmt": {}, "authData": data}. */
function attestation(data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
  const statement = [text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), length, data]
  return Buffer.concat([Buffer.from([0xa3]), ...statement])
}
