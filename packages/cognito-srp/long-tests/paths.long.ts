// Checks the client's test vectors with native BigInt, with OpenSSL, and with big-integer in a realm without BigInt. The run
// takes minutes, which is too long for `npm test`. Run: node --conditions=@cognito-srp/source
// packages/cognito-srp/long-tests/paths.long.ts
import { findDifferences, native, type Implement } from '../test/answers.ts'
import { openSsl } from '../test/implementations.ts'
import { allVectors } from '../test/vectors.ts'
import { bundleAnswers, runWithoutBigInt } from '../test/without-bigint.ts'

const vectors = allVectors()

async function run(implement: Implement): Promise<string[]> {
  const lines: string[] = []
  for (const vector of vectors) {
    const names = await findDifferences(implement, vector)
    if (names.length > 0) lines.push(`${vector.id}: ${names.join(', ')}`)
  }
  return lines
}

const PATHS = {
  'native BigInt': () => run(native),
  OpenSSL: () => run(openSsl),
  'without BigInt': async () => (await runWithoutBigInt(await bundleAnswers(), vectors)) as string[],
}

for (const [path, compute] of Object.entries(PATHS)) {
  const startMs = performance.now()
  const lines = await compute()
  for (const line of lines) console.error(`${path}, ${line}`)
  const seconds = ((performance.now() - startMs) / 1000).toFixed(0)
  console.log(`${path}: ${vectors.length} vectors, ${lines.length} differences, ${seconds} s`)
  if (lines.length > 0) process.exitCode = 1
}
