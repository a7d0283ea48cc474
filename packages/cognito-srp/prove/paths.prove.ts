// Every claim of the vectors through big-integer's own arrays of digits, which take minutes: too long for each test
// run. The quick paths are compared by src/srp/modpow/paths.test.ts.  Run: pnpm --filter @cognito-srp/client prove:paths
import bigInt, { type BigInteger } from 'big-integer'

import { integerToHex } from '../src/srp/integer.ts'
import { createArrayModPow } from '../src/srp/modpow/modpow.ts'
import type { PasswordClaimInput } from '../src/srp/password-claim.ts'
import { cognitoSuite } from '../src/srp/suite.ts'
import { tracePasswordClaim } from '../src/srp/trace.ts'
import { loadArrayBigInteger } from '../test/array-big-integer.ts'
import { vectorsOf } from '../test/vectors.ts'

const arrayBigInt = loadArrayBigInteger()
const kept = (integer: BigInteger) => arrayBigInt(integerToHex(integer), 16)
const { N, g } = cognitoSuite()
const modPow = createArrayModPow({ N: kept(N), g: kept(g) })

const claims = vectorsOf<PasswordClaimInput & { a: string }>('passwordClaim')
let differences = 0
for (const { id, input, output } of claims) {
  const trace = await tracePasswordClaim(input, async (base, exponent) =>
    bigInt((await modPow(kept(base), kept(exponent))).toString()),
  )
  const wrong = Object.entries(trace).filter(([name, value]) => output[name] !== undefined && output[name] !== value)
  for (const [name] of wrong) console.error(`${id}: ${name} differs`)
  differences += wrong.length
}
console.log(`arrays of digits: ${claims.length} claims, ${differences} differences`)
process.exitCode = differences === 0 ? 0 : 1
