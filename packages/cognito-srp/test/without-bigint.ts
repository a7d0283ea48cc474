// A sign-in in a runtime without BigInt. @noble/hashes asks for BigInt when it is loaded whole, so it comes first: in a
// bundle only its SHA-256 is left, which does not. Prints the trace of the input given as JSON in the first argument.
import '@noble/hashes/sha2.js'

Reflect.deleteProperty(globalThis, 'BigInt')

const { createModPow } = await import('../src/srp/modpow/modpow.ts')
const { cognitoSuite } = await import('../src/srp/suite.ts')
const { tracePasswordClaim } = await import('../src/srp/trace.ts')

const trace = await tracePasswordClaim(JSON.parse(process.argv[2] ?? ''), createModPow(cognitoSuite()))
process.stdout.write(JSON.stringify({ hasBigInt: 'BigInt' in globalThis, trace }))
