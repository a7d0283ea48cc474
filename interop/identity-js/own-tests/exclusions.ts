/** Why a test of the incumbent cannot say anything about another implementation. */
type Exclusion = { reason: string; tests: readonly string[] }

/** Files that import nothing a program can import, or only to reach into it. */
export const EXCLUDED_FILES: readonly Exclusion[] = [
  {
    reason: 'SRP inside the incumbent; here the vectors and peers of the client judge it',
    tests: ['AuthenticationHelper.test.js', 'BigInteger.test.js', 'cryptoSecureRandomInt.test.js'],
  },
  {
    reason: 'its internal request function; here the programs are run with the network refused, slow and broken',
    tests: ['Client.test.js'],
  },
  {
    reason: 'where it finds a storage, and how it names itself to the service: modules that no program can import',
    tests: [
      'StorageHelper.test.js',
      'UserAgent.test.js',
      'UserAgentDefault.test.js',
      'internalsIndex.test.js',
      'index.test.js',
    ],
  },
  {
    reason: 'React Native modules, which its tarball does not bring along',
    tests: ['StorageHelperRN.test.js', 'enhance-rn.test.js'],
  },
]

/** Tests of the remaining files, by describe block or full name. */
export const EXCLUDED_TESTS: readonly Exclusion[] = [
  {
    reason: 'calls a private method',
    tests: ['authenticateUserInternal()', 'getDeviceResponse()'],
  },
  {
    reason: 'replaces a formula of AuthenticationHelper by a failure',
    tests: [
      'authenticateUserDefaultAuth() errOnAValue fails gracefully',
      'MFA test suite when generateHashDevice fails, sendMFACode should call onFailure',
    ],
  },
  {
    reason: 'expects a session of two empty tokens from an answer without tokens: an error here',
    tests: [
      'getCognitoUserSession() happy path should return a new CognitoUserSession',
      'refreshSession() happy path for refresh session ',
    ],
  },
  {
    reason: 'nothing is left of it without its spies on private methods',
    tests: [
      'authenticateUserPlainUsernamePassword() Authenticate user happy case',
      'completeNewPasswordChallenge() completeNewPasswordChallenge calls expected helper methods',
      'completeNewPasswordChallenge() Client request happy path',
    ],
  },
]

/** The reason why a test is left out; undefined where it runs. */
export function exclusionOf(fullName: string): string | undefined {
  return EXCLUDED_TESTS.find(({ tests }) => tests.some((name) => fullName === name || fullName.startsWith(`${name} `)))
    ?.reason
}
