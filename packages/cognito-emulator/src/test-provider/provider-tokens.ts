import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'

import type { ProviderAnswer } from '../controls/provider-answers.ts'
import type { ProviderUser } from '../options/identity-provider-options.ts'

const ALGORITHM = 'ES256'
const KEY_ID = 'test-provider'
const LIFETIME_SECONDS = 600

/** Data of an id token. `answer` is the incorrect response that a test requested. */
export type ProviderGrant = {
  issuer: string
  clientId: string
  nonce: string | undefined
  user: ProviderUser
  answer: ProviderAnswer | undefined
}

/** Signs the id tokens of an emulator's test providers. */
export type ProviderTokens = {
  sign(grant: ProviderGrant, nowMs: number): Promise<string>
  publicJwks(): Promise<JWK[]>
}

type KeyPair = { privateKey: CryptoKey; publicKey: CryptoKey }

/** Creates the signing keys on first use, and stores the keys only in memory. */
export function createProviderTokens(): ProviderTokens {
  let created: Promise<KeyPair> | undefined
  const keys = (): Promise<KeyPair> => (created ??= generateKeyPair(ALGORITHM, { extractable: true }))
  return {
    async sign(grant, nowMs) {
      const claims = claimsOf(grant, Math.floor(nowMs / 1000))
      if (grant.answer === 'unsigned') return new UnsecuredJWT(claims).encode()
      const { privateKey } = grant.answer === 'other-key' ? await generateKeyPair(ALGORITHM) : await keys()
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: grant.answer === 'other-key' ? 'other' : KEY_ID })
        .sign(privateKey)
      return grant.answer === 'bad-signature' ? withBadSignature(token) : token
    },
    publicJwks: async () => [
      { ...(await exportJWK((await keys()).publicKey)), kid: KEY_ID, alg: ALGORITHM, use: 'sig' },
    ],
  }
}

function claimsOf({ issuer, clientId, nonce, user, answer }: ProviderGrant, nowSeconds: number): JWTPayload {
  const issuedAt = answer === 'expired' ? nowSeconds - 2 * LIFETIME_SECONDS : nowSeconds
  return {
    ...user,
    iss: answer === 'wrong-issuer' ? 'https://other.example' : issuer,
    aud: answer === 'wrong-audience' ? 'other' : clientId,
    nonce: answer === 'wrong-nonce' ? 'other' : nonce,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
  }
}

/** Changes the first character of the signature. */
function withBadSignature(token: string): string {
  const [header, claims, signature = ''] = token.split('.')
  return [header, claims, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.')
}
