import { NeverEnds } from './edges.ts'
import {
  NotCovered,
  type Claim,
  type Device,
  type DeviceSignIn,
  type Library,
  type SecretHashInput,
  type SignIn,
  type Verifier,
} from './library.ts'
import type { VectorTest } from './vector-tests.ts'

/** Outcome of one test. `detail` says what differs, or what the library threw. */
type Verdict = { outcome: 'passed' | 'failed' | 'not covered'; detail: string }

/** Verdict on one test, with the fields of the test that the tables need. */
export type TestReport = Verdict &
  Pick<VectorTest, 'file' | 'tcId' | 'type' | 'flags' | 'comment'> & { uHasLeadingZeroByte: boolean }

type Fields = Record<string, string>
type Compute = (library: Library, fields: Fields, test: VectorTest) => Promise<Fields>

/** Runs one test with a library, and compares only the values that the library sends. */
async function judge(library: Library, test: VectorTest): Promise<Verdict> {
  const compute = COMPUTE[test.type]
  if (!compute)
    return { outcome: 'not covered', detail: 'The public API of the library does not compute these values.' }
  let computed: Fields
  try {
    computed = await compute(library, withTexts(test.input), test)
  } catch (error) {
    if (error instanceof NotCovered) return { outcome: 'not covered', detail: error.message }
    const refuses = test.result !== 'valid' && !(error instanceof NeverEnds)
    return { outcome: refuses ? 'passed' : 'failed', detail: `throws ${String(error)}` }
  }
  if (test.result === 'invalid') return { outcome: 'failed', detail: 'accepts' }
  const other = Object.keys(computed).filter((name) => computed[name] !== test.expected?.[name])
  return other.length > 0
    ? { outcome: 'failed', detail: `other ${other.join(', ')}` }
    : { outcome: 'passed', detail: '' }
}

export async function report(library: Library, test: VectorTest): Promise<TestReport> {
  const { file, tcId, type, flags, comment, expected } = test
  const uHasLeadingZeroByte = (expected?.['u']?.length ?? DIGITS_OF_HASH) <= DIGITS_OF_HASH - 2
  return { file, tcId, type, flags, comment, uHasLeadingZeroByte, ...(await judge(library, test)) }
}

const DIGITS_OF_HASH = 64

const COMPUTE: Record<string, Compute> = {
  PasswordClaim: signInWithPassword,
  PasswordClaimUtf16: signInWithPassword,
  async PasswordVerifierChallenge(library, _fields, { input }) {
    const { nowMs, ...rest } = input as Omit<SignIn, 'atMs'> & { nowMs: number }
    const claim = await library.signIn({ ...rest, atMs: nowMs })
    return {
      SRP_A: claim.A,
      PASSWORD_CLAIM_SECRET_BLOCK: claim.secretBlock,
      PASSWORD_CLAIM_SIGNATURE: claim.signature,
      TIMESTAMP: claim.timestamp,
    }
  },
  async PublicValue(library, { a = '' }) {
    return { A: (await library.signIn({ ...ANY_SIGN_IN, a })).A }
  },
  async Timestamp(library, _fields, { input }) {
    const { timestamp } = await library.signIn({ ...ANY_SIGN_IN, atMs: input['nowMs'] as number })
    return { timestamp }
  },
  async DeviceClaim(library, fields) {
    if (!library.signInWithDevice) throw new NotCovered('The library does not support devices.')
    const { salt = '', B = '', secretBlock = '', deviceKey = '', timestamp = '' } = fields
    const challengeParameters = {
      SALT: salt,
      SRP_B: B,
      SECRET_BLOCK: secretBlock,
      USERNAME: 'ana',
      DEVICE_KEY: deviceKey,
    }
    const device = { ...(fields as Pick<DeviceSignIn, 'a' | 'deviceGroupKey' | 'deviceKey' | 'devicePassword'>) }
    const { a, deviceGroupKey, devicePassword } = device
    const input = { a, deviceGroupKey, deviceKey, devicePassword, challengeParameters, atMs: atMsOf(timestamp) }
    return comparable(await library.signInWithDevice(input), timestamp)
  },
  DeviceVerifier: createVerifier,
  DeviceVerifierUtf16: createVerifier,
  SecretHash: computeSecretHash,
  async ChallengeSecretHash(library, _fields, { input }) {
    if (!library.computeChallengeSecretHash)
      throw new NotCovered('The library cannot respond to a challenge if the app client has a secret.')
    const challenge = input as SecretHashInput & { challengeParameters: Record<string, string> }
    return { secretHash: await library.computeChallengeSecretHash(challenge) }
  },
  SecretHashUtf16: computeSecretHash,
}

/** Sign-in for tests that depend only on `a` or on the time. */
const ANY_SIGN_IN: SignIn = {
  userPoolId: 'us-east-1_Pool',
  username: 'ana',
  password: 'password',
  a: '1',
  atMs: 0,
  challengeParameters: { SALT: '5', SRP_B: '7', SECRET_BLOCK: 'YmxvY2s=', USERNAME: 'ana', USER_ID_FOR_SRP: 'ana' },
}

async function signInWithPassword(library: Library, fields: Fields): Promise<Fields> {
  const { poolName = '', userId = '', password = '', a = '', timestamp = '' } = fields
  if (!/^[0-9a-z]+$/i.test(poolName)) throw new NotCovered('A pool id cannot contain this pool name.')
  const claim = await library.signIn({
    userPoolId: `us-east-1_${poolName}`,
    username: 'ana',
    password,
    a,
    atMs: atMsOf(timestamp),
    challengeParameters: {
      SALT: fields['salt'] ?? '',
      SRP_B: fields['B'] ?? '',
      SECRET_BLOCK: fields['secretBlock'] ?? '',
      USERNAME: userId,
      USER_ID_FOR_SRP: userId,
    },
  })
  return comparable(claim, timestamp)
}

async function createVerifier(library: Library, fields: Fields): Promise<Fields & Verifier> {
  if (!library.createVerifier) throw new NotCovered('The library does not support devices.')
  return { ...(await library.createVerifier(fields as Device)) }
}

async function computeSecretHash(library: Library, fields: Fields): Promise<Fields> {
  if (!library.computeSecretHash) throw new NotCovered('The library does not support client secrets.')
  return { secretHash: await library.computeSecretHash(fields as SecretHashInput) }
}

/** Returns the fields to compare. A correct timestamp is omitted, because not every test expects a timestamp. */
function comparable({ A, signature, timestamp }: Claim, expected: string): Fields {
  return timestamp === expected ? { A, signature } : { A, signature, timestamp }
}

function atMsOf(timestamp: string): number {
  const atMs = Date.parse(timestamp)
  if (Number.isNaN(atMs)) throw new NotCovered('The library writes the timestamp itself.')
  return atMs
}

/** Decodes the fields whose names end in Utf16. */
function withTexts(input: Record<string, unknown>): Fields {
  const fields: Fields = {}
  for (const [name, value] of Object.entries(input)) {
    if (typeof value !== 'string') continue
    if (!name.endsWith('Utf16')) fields[name] = value
    else fields[name.slice(0, -'Utf16'.length)] = textOfUtf16(value)
  }
  return fields
}

function textOfUtf16(hex: string): string {
  const units = hex.match(/.{4}/g) ?? []
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
}
