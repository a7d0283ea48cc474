import type { TestReport } from './judge.ts'

/** Why tests fail on a library. A failed test belongs to the first cause whose `explains` is true. */
export type Cause = {
  library: string
  what: string
  explains: (report: TestReport) => boolean
  /** Program that repeats the failure, unless the library's own program does. */
  reproduction?: string
}

const hasFlag =
  (...flags: string[]) =>
  ({ flags: ofTest }: TestReport) =>
    flags.some((flag) => ofTest.includes(flag))

export const CAUSES: readonly Cause[] = [
  {
    library: 'cognito-srp-helper',
    what: 'signSrpSession and signSrpSessionWithDevice refuse only a B of zeros. They sign with the other multiples of N, although RFC 5054 requires that the client aborts.',
    explains: hasFlag('BZeroModuloN'),
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'authenticateWithSRP does not check B % N, although RFC 5054 requires that the client aborts if it is 0.',
    explains: hasFlag('BZeroModuloN'),
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'SECRET_HASH in the answer to the challenge is the hash of the typed name, not of USERNAME. [Users of other libraries](https://github.com/qwigo/warrant/issues/74) report that Cognito rejects such a hash.',
    explains: hasFlag('UsernameOfChallenge'),
    reproduction: 'amazon-cognito-passwordless-auth-secret.mjs',
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'HKDF receives the 32 bytes of the hash u, with its leading zero byte. P(u) drops that byte unless a set top bit follows. About one sign-in in 512 with the right password fails.',
    explains: ({ uHasLeadingZeroByte }) => uHasLeadingZeroByte,
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'The signed message contains the low byte of each UTF-16 unit of the user id instead of its UTF-8 bytes. Users whose name is not ASCII cannot sign in.',
    explains: hasFlag('NonAscii'),
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'The text of SALT or SRP_B is hashed with its leading zeros. Cognito is not known to send leading zeros.',
    explains: hasFlag('LeadingZeroDigits'),
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'BigInt ignores white space after the digits of B.',
    explains: hasFlag('BNotHexadecimal'),
  },
  ...['amazon-cognito-identity-js', '@aws-amplify/auth'].map((library) => ({
    library,
    what: 'The sign-in never ends if a is 0, because modPow returns instead of calling its callback when the exponent is 0. A client draws a = 0 with a probability of 2^-1024.',
    explains: ({ detail }: TestReport) => detail.includes('never ends'),
  })),
  ...['amazon-cognito-identity-js', '@aws-amplify/auth', 'cognito-srp-helper'].map((library) => ({
    library,
    what: 'The constructor of BigInteger reads a text that is not hexadecimal as another number and does not throw.',
    explains: hasFlag('BNotHexadecimal', 'SaltNotHexadecimal'),
  })),
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'parseInt reads each pair of digits of the salt and does not throw for a pair that is not hexadecimal.',
    explains: hasFlag('SaltNotHexadecimal'),
  },
  ...['amazon-cognito-identity-js', 'cognito-srp-helper'].map((library) => ({
    library,
    what: 'Buffer.from skips characters that are not base64.',
    explains: hasFlag('SecretBlockNotBase64'),
  })),
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'bufferFromBase64 reads characters that are not base64 as zero bits.',
    explains: hasFlag('SecretBlockNotBase64'),
  },
]
