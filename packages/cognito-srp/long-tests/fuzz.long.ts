// Reads 300,000 inputs, which are responses, tokens, challenges, claims and stored items. The inputs are mutations of valid
// values, or random bytes. Each read must succeed or throw an error of this library, within 50 ms of processor time. The same
// seed generates the same inputs. Run: node --conditions=@cognito-srp/source packages/cognito-srp/long-tests/fuzz.long.ts [seed
// [path]]
import { fuzz } from '@cognito-srp/testing/fuzz'

import { isCognitoError } from '../src/index.ts'
import { TARGETS } from './fuzz/targets.ts'

await fuzz({
  inputs: 300_000,
  targets: TARGETS,
  isRefusal: isCognitoError,
  slowestMs: 50,
})
