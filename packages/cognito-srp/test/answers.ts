// Computes the results of the client's test vectors (`allVectors`) with the code in `src/`. This module does not use Node's
// APIs, so it can also run in a page.
import { extract, hkdf } from '@noble/hashes/hkdf.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

import { createCognitoClient } from '../src/client.ts'
import { secretHash } from '../src/service/secret-hash.ts'
import { deriveKey, signClaim, tracePasswordClaim, type PasswordClaimTraceInput } from '../src/srp/claim.ts'
import { COGNITO } from '../src/srp/cognito.ts'
import { traceDeviceVerifier, type DeviceVerifierTraceInput } from '../src/srp/device-verifier.ts'
import { base64ToBytes, bytesToBase64, formatTimestamp, utf8 } from '../src/srp/encoding.ts'
import { createGroup, type GroupDefinition } from '../src/srp/group.ts'
import { padBytes, readHex } from '../src/srp/integers.ts'
import { sha256 } from '../src/srp/sha256.ts'
import { createSrp, type Srp } from '../src/srp/srp.ts'
import type { Vector } from './vectors.ts'

/** Function that creates an SRP implementation with native BigInt, OpenSSL or big-integer. */
export type Implement = (definition: GroupDefinition) => Srp

type SecretHashInput = { clientSecret: string; clientId: string; username: string }

/** Implementation with native BigInt, which browsers use. */
export const native: Implement = (definition) => createSrp(createGroup(definition))

type Answer = (srp: Srp, vector: Vector<never>, implement: Implement) => Promise<Record<string, string | undefined>>

type Person = Record<'poolName' | 'userId' | 'password', string>
type Handshake = Omit<PasswordClaimTraceInput, keyof Person>
type DeviceTexts = Omit<DeviceVerifierTraceInput, 'salt'>

/** Salt that no vector uses, so that a hash function can recognize the input from which x is computed. */
const SALT = Uint8Array.of(7)
const CREDENTIALS = { salt: SALT, identity: 'ana', password: 'senha' }

const ANSWERS: Record<string, Answer> = {
  PasswordClaim: (srp, { input }: Vector<PasswordClaimTraceInput>) => tracePasswordClaim(srp, input),
  PasswordClaimUtf16: (srp, { input }: Vector<PasswordClaimTraceInput>) => tracePasswordClaim(srp, fromUtf16(input)),
  DeviceClaim: (
    srp,
    { input: { deviceGroupKey, deviceKey, devicePassword, ...rest } }: Vector<Handshake & DeviceTexts>,
  ) => tracePasswordClaim(srp, { ...rest, poolName: deviceGroupKey, userId: deviceKey, password: devicePassword }),
  DeviceVerifier: (srp, { input }: Vector<DeviceVerifierTraceInput>) => traceDeviceVerifier(srp, input),
  DeviceVerifierUtf16: (srp, { input }: Vector<DeviceVerifierTraceInput>) => traceDeviceVerifier(srp, fromUtf16(input)),
  PublicValue: async (srp, { input }: Vector<{ a: string }>) => ({ A: await srp.publicValue(input.a) }),
  async Multiplier(_srp, { input }: Vector<{ N: string; g: string }>, implement) {
    const { k } = await implement({ ...COGNITO, ...input }).premasterSecret({ a: '5', A: '20', B: '7', ...CREDENTIALS })
    return { k }
  },
  async Scrambler(srp, { input }: Vector<{ A: string; B: string }>) {
    const { u } = await srp.premasterSecret({ a: '5', ...CREDENTIALS, ...input })
    return { u }
  },
  /** The inner hash of x = H(salt | hash) is the second-to-last hash that the implementation computes. */
  async PrivateKey(_srp, { input }: Vector<Person & { salt: string }>, implement) {
    const hashes: Uint8Array[] = []
    const hash = (bytes: Uint8Array) => {
      hashes.push(COGNITO.hash(bytes))
      return hashes.at(-1) as Uint8Array
    }
    const { poolName, userId, password } = input
    const salt = padBytes(readHex(input.salt, 'salt'))
    const { x } = await implement({ ...COGNITO, hash }).verifier({ salt, identity: poolName + userId, password })
    return { passwordHash: bytesToHex(hashes.at(-2) as Uint8Array), x }
  },
  /** The hash function returns the vector's u for the input of u, and the vector's x for the input of x. */
  async PremasterSecret(_srp, { input }: Vector<Record<'a' | 'B' | 'u' | 'x', string>>, implement) {
    const A = '2b'
    const inputOfU = bytesToHex(concatBytes(padBytes(A), padBytes(input.B)))
    const hash = (bytes: Uint8Array) => {
      if (bytesToHex(bytes) === inputOfU) return hexToBytes(input.u.padStart(64, '0'))
      const isInputOfX = bytes.length === 33 && bytes[0] === SALT[0]
      return isInputOfX ? hexToBytes(input.x.padStart(64, '0')) : COGNITO.hash(bytes)
    }
    const { S } = await implement({ ...COGNITO, hash }).premasterSecret({ a: input.a, A, B: input.B, ...CREDENTIALS })
    return { S }
  },
  async SessionKey(_srp, { input: { S, u } }: Vector<{ S: string; u: string }>) {
    return { prk: bytesToHex(extract(sha256, padBytes(S), padBytes(u))), key: bytesToHex(deriveKey(S, u)) }
  },
  async Signature(
    _srp,
    { input }: Vector<Record<'key' | 'poolName' | 'userId' | 'secretBlock' | 'timestamp', string>>,
  ) {
    const { key, poolName, userId, timestamp } = input
    const secretBlock = base64ToBytes(input.secretBlock, 'secretBlock')
    const signature = signClaim(hexToBytes(key), { poolName, userId, secretBlock, timestamp })
    const message = concatBytes(utf8(poolName), utf8(userId), secretBlock, utf8(timestamp))
    return { message: bytesToHex(message), signature: bytesToBase64(signature) }
  },
  async Hkdf(_srp, { input }: Vector<Record<'ikm' | 'salt' | 'info', string> & { length: number }>) {
    const [ikm, salt] = [hexToBytes(input.ikm), hexToBytes(input.salt)]
    const okm = hkdf(sha256, ikm, salt, hexToBytes(input.info), input.length)
    return { prk: bytesToHex(extract(sha256, ikm, salt)), okm: bytesToHex(okm) }
  },
  PaddedInteger: async (_srp, { input }: Vector<{ hex: string }>) => ({
    bytes: bytesToHex(padBytes(readHex(input.hex, 'hex'))),
  }),
  PoolName: async (_srp, { input }: Vector<{ userPoolId: string }>) => ({
    poolName: createCognitoClient({ ...input, clientId: '1example23456789' }).poolName,
  }),
  Utf8: async (_srp, { input }: Vector<{ text: string }>) => ({ utf8: bytesToHex(utf8(fromUtf16(input).text)) }),
  SecretHash: async (_srp, { input }: Vector<SecretHashInput>) => ({
    secretHash: await secretHash(input, input.username),
  }),
  SecretHashUtf16: async (_srp, { input }: Vector<SecretHashInput>) => ({
    secretHash: await secretHash(fromUtf16(input), fromUtf16(input).username),
  }),
  Timestamp: async (_srp, { input }: Vector<{ nowMs: number }>) => ({ timestamp: formatTimestamp(input.nowMs) }),
  async Rfc5054(
    _srp,
    { input, expected }: Vector<Record<'N' | 'g' | 'identity' | 'password' | 'salt' | 'a', string>>,
    implement,
  ) {
    const { N, g, a, salt, identity, password } = input
    const srp = implement({ N, g, hash: sha1, pad: (hex) => hexToBytes(hex.padStart(N.length, '0')) })
    const credentials = { salt: hexToBytes(salt), identity, password }
    const [A, B] = [await srp.publicValue(a), expected['B'] ?? '']
    return { A, B, ...(await srp.premasterSecret({ a, A, B, ...credentials })), ...(await srp.verifier(credentials)) }
  },
}

/**
 * Decodes the fields whose names end in `Utf16`, and removes this suffix from their names. These fields contain UTF-16 code units
 * in hex.
 */
function fromUtf16<Input extends object>(stored: Input): Input {
  const decoded = Object.entries(stored).map(([name, value]: [string, string]) => {
    if (!name.endsWith('Utf16')) return [name, value] as const
    const units = value.match(/.{4}/g) ?? []
    const text = units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')
    return [name.slice(0, -'Utf16'.length), text] as const
  })
  return Object.fromEntries(decoded) as Input
}

/** Returns the names of the values that differ from the vector's expected values, or the message of an unexpected error. */
export async function findDifferences(implement: Implement, vector: Vector<unknown>): Promise<string[]> {
  const answer = ANSWERS[vector.type]
  if (!answer) throw new Error(`ANSWERS has no entry for vectors of type ${vector.type}.`)
  const answers = await answer(implement(COGNITO), vector as Vector<never>, implement).catch((error: Error) => error)
  if (answers instanceof Error) return answers.message === vector.refusal ? [] : [answers.message]
  if (vector.refusal !== undefined) return [`no error: ${vector.refusal}`]
  return Object.entries(vector.expected).flatMap(([name, value]) => (answers[name] === value ? [] : [name]))
}
