// Passes 300,000 mutated or random responses, tokens, challenges, SRP parameters and stored items to the functions that read
// them. Each call must succeed or throw one of this library's errors, within 50 ms of processor time. The same seed generates
// the same inputs. Run: node --conditions=@cognito-srp/source packages/cognito-srp/long-tests/fuzz.long.ts [seed [path]]
import { fuzz } from '@cognito-srp/testing/fuzz'

import { isCognitoError } from '../src/index.ts'
import { TARGETS } from './fuzz/targets.ts'

await fuzz({
  inputs: 300_000,
  targets: TARGETS,
  isRefusal: isCognitoError,
  slowestMs: 50,
})
