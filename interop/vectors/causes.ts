import type { TestReport } from './judge.ts'

/** Reason why tests fail with a library. A failed test belongs to the first cause whose `explains` returns true. */
export type Cause = {
  library: string
  what: string
  explains: (report: TestReport) => boolean
  /** Program that reproduces the failure if the default program of the library cannot. */
  reproduction?: string
}

const hasFlag =
  (...flags: string[]) =>
  ({ flags: ofTest }: TestReport) =>
    flags.some((flag) => ofTest.includes(flag))

export const CAUSES: readonly Cause[] = [
  {
    library: 'cognito-srp-helper',
    what: 'signSrpSession and signSrpSessionWithDevice refuse only B = 0. Both functions sign with other multiples of N, although RFC 5054 requires the client to abort.',
    explains: hasFlag('BZeroModuloN'),
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'authenticateWithSRP does not check B % N, although RFC 5054 requires the client to abort if B % N is 0.',
    explains: hasFlag('BZeroModuloN'),
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'The challenge response contains a SECRET_HASH of the typed name instead of USERNAME. [Users of other libraries](https://github.com/qwigo/warrant/issues/74) report that Cognito rejects such a hash.',
    explains: hasFlag('UsernameOfChallenge'),
    reproduction: 'amazon-cognito-passwordless-auth-secret.mjs',
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'The library passes all 32 bytes of the hash u to HKDF, including a leading zero byte. P(u) drops a leading zero byte unless the next byte is 80 (hex) or greater. About one in 512 sign-ins fails although the password is right.',
    explains: ({ uHasLeadingZeroByte }) => uHasLeadingZeroByte,
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'The signed message contains the low byte of each UTF-16 code unit of the user id instead of its UTF-8 bytes. Users with non-ASCII names cannot sign in.',
    explains: hasFlag('NonAscii'),
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'The library hashes SALT and SRP_B without removing their leading zeros. Cognito is not known to send leading zeros.',
    explains: hasFlag('LeadingZeroDigits'),
  },
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'BigInt ignores white space after the digits of B.',
    explains: hasFlag('BNotHexadecimal'),
  },
  ...['amazon-cognito-identity-js', '@aws-amplify/auth'].map((library) => ({
    library,
    what: 'The sign-in never ends if a is 0, because modPow returns without calling its callback when the exponent is 0. The probability that a client draws a = 0 is 2^-1024.',
    explains: ({ detail }: TestReport) => detail.includes('never ends'),
  })),
  ...['amazon-cognito-identity-js', '@aws-amplify/auth', 'cognito-srp-helper'].map((library) => ({
    library,
    what: 'The constructor of BigInteger does not throw for text that is not hexadecimal, and parses the text as a different number.',
    explains: hasFlag('BNotHexadecimal', 'SaltNotHexadecimal'),
  })),
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'The library parses each pair of salt digits with parseInt, which does not throw for a pair that is not hexadecimal.',
    explains: hasFlag('SaltNotHexadecimal'),
  },
  ...['amazon-cognito-identity-js', 'cognito-srp-helper'].map((library) => ({
    library,
    what: 'Buffer.from skips characters that are not base64.',
    explains: hasFlag('SecretBlockNotBase64'),
  })),
  {
    library: 'amazon-cognito-passwordless-auth',
    what: 'bufferFromBase64 decodes characters that are not base64 as zero bits.',
    explains: hasFlag('SecretBlockNotBase64'),
  },
]
