import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Test = { tcId: number; result: string; expected?: Record<string, string> }
type TestFile = { testGroups: { type: string; tests: Test[] }[] }

/** Folder of the published vectors. */
export const VECTORS = resolve(import.meta.dirname, '../../testvectors')

/** Returns the number of tests in each group type. */
export function countTests(): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { testGroups } of readdirSync(VECTORS).map(readTestFile)) {
    for (const { type, tests } of testGroups) counts[type] = (counts[type] ?? 0) + tests.length
  }
  return counts
}

/**
 * Copies two files into a new folder, and changes three tests. The first test expects a wrong value, the second test requires
 * the refusal of a valid input, and the third test requires that an invalid input is accepted.
 * Returns the file and the number of each changed test in alphabetical order.
 */
export function plantMistakes(folder: string): string[] {
  const claims = readTestFile('password-claim.json')
  const [first, second] = claimsWith('valid', claims)
  const refusals = readTestFile('refusals.json')
  const [refused] = claimsWith('invalid', refusals)
  if (!first?.expected?.['S'] || !second || !refused) throw new Error('The files contain no tests to change.')

  const { S } = first.expected
  first.expected['S'] = `${S.startsWith('1') ? '2' : '1'}${S.slice(1)}`
  second.result = 'invalid'
  refused.result = 'valid'
  refused.expected = {}
  mkdirSync(folder)
  writeFileSync(join(folder, 'password-claim.json'), inAscii(claims))
  writeFileSync(join(folder, 'refusals.json'), inAscii(refusals))
  return [...[first, second].map(({ tcId }) => `password-claim.json ${tcId}`), `refusals.json ${refused.tcId}`].sort()
}

function readTestFile(name: string): TestFile {
  return JSON.parse(readFileSync(join(VECTORS, name), 'utf8')) as TestFile
}

function claimsWith(result: string, { testGroups }: TestFile): Test[] {
  const claims = testGroups.filter(({ type }) => type === 'PasswordClaim').flatMap(({ tests }) => tests)
  return claims.filter((test) => test.result === result)
}

/** Writes JSON like the published files, which contain only ASCII characters. */
function inAscii(content: TestFile): string {
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(content).replace(/[\u0080-\uffff]/g, escape)
}
