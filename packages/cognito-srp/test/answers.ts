// Computes the result of a vector of any kind with the sources. This module imports nothing from Node, so it can be bundled and
// run elsewhere.
import { extract, hkdf } from '@noble/hashes/hkdf.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

import { tracePasswordClaim, type PasswordClaimTraceInput } from '../src/srp/claim.ts'
import { traceDeviceVerifier, type DeviceVerifierTraceInput } from '../src/srp/device-verifier.ts'
import { formatTimestamp } from '../src/srp/encoding.ts'
import { COGNITO } from '../src/srp/cognito.ts'
import { createGroup, type GroupDefinition } from '../src/srp/group.ts'
import { secretHash } from '../src/service/secret-hash.ts'
import { sha256 } from '../src/srp/sha256.ts'
import { createSrp, type Srp } from '../src/srp/srp.ts'
import type { Vector } from './vectors.ts'

/** Creates an SRP implementation, with native BigInt, OpenSSL or big-integer. */
export type Implement = (definition: GroupDefinition) => Srp

type SecretHashInput = { clientSecret: string; clientId: string; username: string }

/** Implementation in browsers. */
export const native: Implement = (definition) => createSrp(createGroup(definition))

type Answer = (srp: Srp, vector: Vector<never>, implement: Implement) => Promise<Record<string, string | undefined>>

const SALT = Uint8Array.of(7)
const CREDENTIALS = { salt: SALT, identity: 'ana', password: 'senha' }

/** Reasons in the vectors, by error message. */
const REASONS: Record<string, string> = {
  'SRP_B is not a hexadecimal number.': 'not-hex',
  'B must be less than N.': 'not-below-N',
  'B cannot be zero.': 'zero',
  'B forces a known premaster secret.': 'degenerate',
}

const ANSWERS: Record<string, Answer> = {
  passwordClaim: (srp, { input }: Vector<PasswordClaimTraceInput>) => tracePasswordClaim(srp, input),
  deviceVerifier: (srp, { input }: Vector<DeviceVerifierTraceInput>) => traceDeviceVerifier(srp, input),
  refusal: (srp, { input }: Vector<PasswordClaimTraceInput>) =>
    tracePasswordClaim(srp, input).then(
      () => ({ reason: 'none' }),
      (error: Error) => ({ reason: REASONS[error.message] ?? error.message }),
    ),
  async group(srp) {
    const { k } = await srp.premasterSecret({ a: '5', A: '20', B: '7', ...CREDENTIALS })
    return { N: COGNITO.N, g: COGNITO.g, k }
  },
  publicValue: async (srp, { input }: Vector<{ a: string }>) => ({ A: await srp.publicValue(input.a) }),
  async scrambler(srp, { input }: Vector<{ A: string; B: string }>) {
    const { u } = await srp.premasterSecret({ a: '5', ...CREDENTIALS, ...input })
    return { u }
  },
  /** Returns the inner hash of x = H(salt | hash), which is the second to last hash. */
  async passwordHash(_srp, { input }: Vector<Record<'poolName' | 'userId' | 'password', string>>, implement) {
    const hashes: Uint8Array[] = []
    const hash = (bytes: Uint8Array) => {
      hashes.push(COGNITO.hash(bytes))
      return hashes.at(-1) as Uint8Array
    }
    const { poolName, userId, password } = input
    await implement({ ...COGNITO, hash }).verifier({ salt: SALT, identity: poolName + userId, password })
    return { hash: bytesToHex(hashes.at(-2) as Uint8Array) }
  },
  async srp(
    _srp,
    { input, output }: Vector<Record<'N' | 'g' | 'identity' | 'password' | 'salt' | 'a', string>>,
    implement,
  ) {
    const { N, g, a, salt, identity, password } = input
    const srp = implement({ N, g, hash: sha1, pad: (hex) => hexToBytes(hex.padStart(N.length, '0')) })
    const credentials = { salt: hexToBytes(salt), identity, password }
    const [A, B] = [await srp.publicValue(a), output['B'] ?? '']
    return { A, B, ...(await srp.premasterSecret({ a, A, B, ...credentials })), ...(await srp.verifier(credentials)) }
  },
  async hkdf(_srp, { input, output }: Vector<Record<'ikm' | 'salt' | 'info', string>>) {
    const [ikm, salt] = [hexToBytes(input.ikm), hexToBytes(input.salt)]
    const lengthBytes = (output['okm'] ?? '').length / 2
    const okm = hkdf(sha256, ikm, salt, hexToBytes(input.info), lengthBytes)
    return { prk: bytesToHex(extract(sha256, ikm, salt)), okm: bytesToHex(okm) }
  },
  secretHash: async (_srp, { input }: Vector<SecretHashInput>) => ({
    secretHash: (await secretHash(input, input.username)) ?? '',
  }),
  timestamp: async (_srp, { input }: Vector<{ nowMs: number }>) => ({ timestamp: formatTimestamp(input.nowMs) }),
}

/** Returns the names of a vector's values with a wrong result. */
export async function findDifferences(implement: Implement, vector: Vector<unknown>): Promise<string[]> {
  const answer = ANSWERS[vector.kind]
  if (!answer) throw new Error(`ANSWERS has no entry for vectors of kind ${vector.kind}.`)
  const answers = await answer(implement(COGNITO), vector as Vector<never>, implement)
  return Object.entries(vector.output).flatMap(([name, value]) => (answers[name] === value ? [] : [name]))
}
