// 300,000 answers, tokens, challenges, claims and stored items, mutated from real ones or of random bytes: whatever is
// read ends well or as an error of this library, and within 50 ms of the processor. The same seed makes the same inputs.
// Run: node --conditions=@cognito-srp/source packages/cognito-srp/long-tests/fuzz.long.ts [seed [path]]
import { fuzz } from '@cognito-srp/testing/fuzz'

import { isCognitoError } from '../src/index.ts'
import { TARGETS } from './fuzz/targets.ts'

await fuzz({
  inputs: 300_000,
  targets: TARGETS,
  isRefusal: isCognitoError,
  slowestMs: 50,
})
