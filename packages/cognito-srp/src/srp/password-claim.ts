import type { BigInteger } from 'big-integer'

import { deriveKey, signClaim } from './claim-key.ts'
import { cognitoModPow } from './cognito-modpow.ts'
import { base64ToBytes, bytesToBase64 } from './encoding.ts'
import { computeA, computeK, computeS, computeU, computeX } from './formulas.ts'
import { integerFromBytes, integerFromHex, integerToHex } from './integer.ts'
import type { ModPow } from './modpow/modpow.ts'
import { drawBytes, type RandomBytes } from './random-bytes.ts'
import { cognitoSuite } from './suite.ts'

export type { RandomBytes } from './random-bytes.ts'

/** RFC 5054 §2.5.4 asks for at least 256 bits; SECURITY.md says why not more. */
const EPHEMERAL_LENGTH_BYTES = 32

/** The client's secret `a` and public `A` of one sign-in. A pair gives at most one S: use it once and forget it. */
export type Ephemeral = {
  readonly a: BigInteger
  readonly A: BigInteger
  /** `A` as it is sent: lower-case hex without padding. */
  readonly SRP_A: string
}

/** The `PASSWORD_VERIFIER` challenge as Cognito sends it, and what the person knows. */
export type PasswordClaimInput = {
  /** `SRP_B`, hex. */
  B: string
  /** `SALT`, hex. */
  salt: string
  /** The part of the pool id after `_`; for a device its group key. */
  poolName: string
  /** `USER_ID_FOR_SRP`; for a device its key. */
  userId: string
  password: string
  /** `SECRET_BLOCK`, base64. */
  secretBlock: string
  /** `TIMESTAMP`, as `formatTimestamp` writes it. */
  timestamp: string
}

/** Every value on the way to the signature. Secret: only a reviewer's tracer shows them. */
export type PasswordClaim = {
  readonly k: BigInteger
  readonly x: BigInteger
  readonly u: BigInteger
  readonly S: BigInteger
  readonly key: Uint8Array
  readonly signature: Uint8Array
}

/**
 * A fresh pair (a, A = g^a % N) from 32 random bytes.
 *
 * @throws {@link SrpError} when A % N is 0; TypeError when `randomBytes` gives another number of bytes.
 */
export async function createEphemeral(randomBytes: RandomBytes, modPow: ModPow = cognitoModPow()): Promise<Ephemeral> {
  const a = integerFromBytes(drawBytes(randomBytes, EPHEMERAL_LENGTH_BYTES))
  const A = await computeA(cognitoSuite(), a, modPow)
  return { a, A, SRP_A: integerToHex(A) }
}

/**
 * `PASSWORD_CLAIM_SIGNATURE`, base64: proves the password to Cognito without sending it.
 *
 * @throws {@link SrpError} when the challenge is malformed or a value demands that the client aborts.
 */
export async function signPasswordClaim(
  ephemeral: Ephemeral,
  input: PasswordClaimInput,
  modPow: ModPow = cognitoModPow(),
): Promise<string> {
  const { signature } = await computePasswordClaim(ephemeral, input, modPow)
  return bytesToBase64(signature)
}

/** All values of the claim; {@link signPasswordClaim} keeps only the signature. */
export async function computePasswordClaim(
  { a, A }: Pick<Ephemeral, 'a' | 'A'>,
  { B: hexB, salt: hexSalt, poolName, userId, password, ...signed }: PasswordClaimInput,
  modPow: ModPow,
): Promise<PasswordClaim> {
  const suite = cognitoSuite()
  const B = integerFromHex(hexB, 'SRP_B')
  const salt = suite.pad(integerFromHex(hexSalt, 'SALT'))
  const secretBlock = base64ToBytes(signed.secretBlock, 'SECRET_BLOCK')

  const k = computeK(suite)
  const u = computeU(suite, { A, B })
  const x = computeX(suite, { salt, identity: poolName + userId, password })
  const S = await computeS(suite, { k, x, a, B, u }, modPow)
  const key = deriveKey(S, u)
  return { k, x, u, S, key, signature: signClaim(key, { poolName, userId, secretBlock, timestamp: signed.timestamp }) }
}
