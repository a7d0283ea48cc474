// Runs the test vectors against @cognito-srp/client. Node.js 24 runs this file without a build:
//
//     npm install @cognito-srp/client && node run.ts [folder]
//
// Prints a line for each group type, and exits with status 1 if a test fails. Node.js does not run TypeScript files in
// node_modules, so copy this file out of an installed package. To test your own client, call its functions in COVERED.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { createCognitoClient, signIn } from '@cognito-srp/client'
import * as srp from '@cognito-srp/client/srp'

type Values = Record<string, string>
type Test = {
  tcId: number
  comment: string
  flags: string[]
  input: Values
  expected?: Values
  result: 'valid' | 'invalid' | 'acceptable'
}
type TestFile = { testGroups: { type: string; tests: Test[] }[] }
type SignIn = typeof SIGN_IN & { clientId?: string; clientSecret?: string }
type Claim = srp.PasswordClaimTraceInput
type DeviceClaim = Omit<Claim, 'poolName' | 'userId' | 'password'> & Omit<srp.DeviceVerifierTraceInput, 'salt'>
type Compute = (input: never) => Promise<Values>

const group = srp.cognitoGroup()

const COVERED: Record<string, Compute> = {
  PasswordClaim: srp.tracePasswordClaim,
  PasswordClaimUtf16: (input: Claim) => srp.tracePasswordClaim(fromUtf16(input)),
  PasswordVerifierChallenge: signInWithChallenge,
  DeviceClaim: ({ deviceGroupKey: poolName, deviceKey: userId, devicePassword: password, ...challenge }: DeviceClaim) =>
    srp.tracePasswordClaim({ ...challenge, poolName, userId, password }),
  DeviceVerifier: srp.traceDeviceVerifier,
  DeviceVerifierUtf16: (input: srp.DeviceVerifierTraceInput) => srp.traceDeviceVerifier(fromUtf16(input)),
  PublicValue: async ({ a }: Values) => inHex({ A: await srp.computeA(group, integer(a)) }),
  Multiplier: async (definition: { N: string; g: string }) =>
    inHex({ k: srp.computeK(srp.createGroup({ ...srp.COGNITO, ...definition })) }),
  Scrambler: async ({ A, B }: Values) => inHex({ u: srp.computeU(group, { A: integer(A), B: integer(B) }) }),
  PrivateKey: privateKey,
  PremasterSecret: async ({ a, B, u, x }: Values) => {
    const values = { a: integer(a), B: integer(B), u: integer(u), x: integer(x) }
    return inHex({ S: await srp.computeS(group, { k: srp.computeK(group), ...values }) })
  },
  PaddedInteger: paddedInteger,
  SecretHash: secretHash,
  ChallengeSecretHash: secretHash,
  SecretHashUtf16: (input: Values) => secretHash(fromUtf16(input)),
  Timestamp: async ({ nowMs }: { nowMs: number }) => {
    const { TIMESTAMP = '' } = await signInWithChallenge({ ...SIGN_IN, nowMs })
    return { timestamp: TIMESTAMP }
  },
  Rfc5054: rfc5054,
}

/** Sign-in with arbitrary numbers. */
const SIGN_IN = {
  userPoolId: 'us-east-1_AbCdEf123',
  username: 'ana',
  password: 'Senha-123',
  a: '2b',
  nowMs: 0,
  challengeParameters: { SALT: 'c0ffee', SECRET_BLOCK: 'AA==', SRP_B: '2b', USER_ID_FOR_SRP: 'ana' } as Values,
}

/** Signs in with a fetch function that sends the challenge instead of a user pool. Returns what the client sends. */
async function signInWithChallenge({
  password,
  a,
  nowMs,
  username,
  challengeParameters,
  ...pool
}: SignIn): Promise<Values> {
  const sent: Values = {}
  const client = createCognitoClient({
    clientId: '1example23456789',
    ...pool,
    now: () => nowMs,
    randomBytes: () => Uint8Array.from(Buffer.from(a.padStart(64, '0'), 'hex')),
    fetch: async (_url, { body }) => {
      const { AuthParameters, ChallengeResponses } = JSON.parse(body)
      Object.assign(sent, AuthParameters, ChallengeResponses)
      const challenge = { ChallengeName: 'PASSWORD_VERIFIER', ChallengeParameters: challengeParameters }
      if (AuthParameters) return Response.json(challenge)
      return Response.json({ __type: 'NotAuthorizedException', message: 'No user pool' }, { status: 400 })
    },
  })
  const failure = await signIn(client, { username, password }).catch((error) => error)
  if (failure.code !== 'NotAuthorizedException') throw failure
  return sent
}

/** The responses to a challenge contain the hash of USER_ID_FOR_SRP. */
async function secretHash({ username = '', ...input }: Partial<SignIn>): Promise<Values> {
  const sent = { USER_ID_FOR_SRP: username, ...input.challengeParameters }
  const challengeParameters = { ...SIGN_IN.challengeParameters, ...sent }
  const { SECRET_HASH = '' } = await signInWithChallenge({ ...SIGN_IN, ...input, username, challengeParameters })
  return { secretHash: SECRET_HASH }
}

/** Computes x with a hash function that records the results. The first result is the hash of the identity and the password. */
async function privateKey({ salt, poolName, userId, password }: Values) {
  const hashes: Uint8Array[] = []
  const hash = (bytes: Uint8Array) => {
    hashes.push(srp.COGNITO.hash(bytes))
    return hashes.at(-1) as Uint8Array
  }
  const identity = `${poolName}${userId}`
  const x = srp.computeX({ ...group, hash }, { salt: group.pad(integer(salt)), identity, password: String(password) })
  return { passwordHash: toHex(hashes[0]), ...inHex({ x }) }
}

/** Pads the integer by passing it as the salt of a device. */
async function paddedInteger({ hex }: Values) {
  const { Salt } = await srp.traceDeviceVerifier({
    deviceGroupKey: '',
    deviceKey: '',
    devicePassword: '',
    salt: String(hex),
  })
  return { bytes: toHex(Buffer.from(Salt, 'base64')) }
}

async function rfc5054({ N = '', g = '', identity = '', password = '', ...numbers }: Values) {
  const sha1 = srp.createGroup({
    N,
    g,
    hash: (bytes) => createHash('sha1').update(bytes).digest(),
    pad: (hex) => Uint8Array.from(Buffer.from(hex.padStart(N.length, '0'), 'hex')),
  })
  const [a, b] = [integer(numbers['a']), integer(numbers['b'])]
  const k = srp.computeK(sha1)
  const x = srp.computeX(sha1, { salt: Buffer.from(String(numbers['salt']), 'hex'), identity, password })
  const verifier = await srp.computeVerifier(sha1, x)
  const A = await srp.computeA(sha1, a)
  const B = (k * verifier + (await sha1.pow(sha1.g, b))) % sha1.N
  const u = srp.computeU(sha1, { A, B })
  return inHex({ k, x, verifier, A, B, u, S: await srp.computeS(sha1, { k, a, B, u, x }) })
}

function integer(hex = ''): bigint {
  return BigInt(`0x${hex}`)
}

function inHex(integers: Record<string, bigint>): Values {
  return Object.fromEntries(Object.entries(integers).map(([name, value]) => [name, value.toString(16)]))
}

function toHex(bytes: Uint8Array = new Uint8Array()): string {
  return Buffer.from(bytes).toString('hex')
}

/** Decodes each field whose name ends in `Utf16` to a field whose name lacks this suffix. */
function fromUtf16<Input extends object>(input: Input): Input {
  const decode = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  const decoded = Object.entries(input).map(([name, value]) =>
    name.endsWith('Utf16') ? [name.slice(0, -'Utf16'.length), decode(value)] : [name, value],
  )
  return Object.fromEntries(decoded)
}

/** Returns a description of the failure, or undefined if the test passes. */
async function problemOf(compute: Compute, { input, expected = {}, result }: Test): Promise<string | undefined> {
  const computed = await compute(input as never).catch((error: Error) => error)
  if (computed instanceof Error) return result === 'valid' ? `refused: ${computed.message}` : undefined
  if (result === 'invalid') return 'accepted'
  const names = Object.keys(expected).filter((name) => computed[name] !== expected[name])
  return names.length > 0 ? `other values: ${names.join(', ')}` : undefined
}

const folder = process.argv[2] ?? join(import.meta.dirname, '../../testvectors')
const totals: Record<string, { passed: number; failed: number; notCovered: number }> = {}
const all = { passed: 0, failed: 0, notCovered: 0 }
for (const file of readdirSync(folder).sort()) {
  const { testGroups } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as TestFile
  for (const { type, tests } of testGroups) {
    const total = (totals[type] ??= { passed: 0, failed: 0, notCovered: 0 })
    const compute = COVERED[type]
    for (const test of tests) {
      const problem = compute && (await problemOf(compute, test))
      const result = problem ? 'failed' : compute ? 'passed' : 'notCovered'
      total[result] += 1
      all[result] += 1
      if (problem) console.log(`${file} tcId ${test.tcId} [${test.flags.join(' ')}] ${test.comment}: ${problem}`)
    }
  }
}
for (const [type, { passed, failed, notCovered }] of Object.entries(totals)) {
  console.log(`${type}: ${notCovered ? `not covered (${notCovered})` : `${passed} passed, ${failed} failed`}`)
}
console.log(`${all.passed} passed, ${all.failed} failed, ${all.notCovered} not covered`)
process.exitCode = all.failed > 0 || all.passed === 0 ? 1 : 0
