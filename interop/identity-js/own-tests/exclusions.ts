/** The incumbent's tests that do not apply to another implementation, with the reason. */
type Exclusion = { reason: string; tests: readonly string[] }

/** Test files that import internal modules, or that access internals of exports. */
export const EXCLUDED_FILES: readonly Exclusion[] = [
  {
    reason: "tests the incumbent's internal SRP; the client's SRP is tested with vectors and peers",
    tests: ['AuthenticationHelper.test.js', 'BigInteger.test.js', 'cryptoSecureRandomInt.test.js'],
  },
  {
    reason: 'tests its internal request function; the programs cover failing, slow and broken networks',
    tests: ['Client.test.js'],
  },
  {
    reason: 'tests how it finds a storage and which user agent it sends, in modules that programs cannot import',
    tests: [
      'StorageHelper.test.js',
      'UserAgent.test.js',
      'UserAgentDefault.test.js',
      'internalsIndex.test.js',
      'index.test.js',
    ],
  },
  {
    reason: 'tests React Native modules, which its tarball does not contain',
    tests: ['StorageHelperRN.test.js', 'enhance-rn.test.js'],
  },
]

/** Excluded tests of the other files, by describe block or full name. */
export const EXCLUDED_TESTS: readonly Exclusion[] = [
  {
    reason: 'calls a private method',
    tests: ['authenticateUserInternal()', 'getDeviceResponse()'],
  },
  {
    reason: 'mocks a failure of a formula in AuthenticationHelper',
    tests: [
      'authenticateUserDefaultAuth() errOnAValue fails gracefully',
      'MFA test suite when generateHashDevice fails, sendMFACode should call onFailure',
    ],
  },
  {
    reason: 'expects a session of two empty tokens from a response without tokens, which is an error in our client',
    tests: [
      'getCognitoUserSession() happy path should return a new CognitoUserSession',
      'refreshSession() happy path for refresh session ',
    ],
  },
  {
    reason: 'tests only spies on private methods',
    tests: [
      'authenticateUserPlainUsernamePassword() Authenticate user happy case',
      'completeNewPasswordChallenge() completeNewPasswordChallenge calls expected helper methods',
      'completeNewPasswordChallenge() Client request happy path',
    ],
  },
]

/** Returns the reason why a test is excluded, or undefined if it runs. */
export function exclusionOf(fullName: string): string | undefined {
  return EXCLUDED_TESTS.find(({ tests }) => tests.some((name) => fullName === name || fullName.startsWith(`${name} `)))
    ?.reason
}
