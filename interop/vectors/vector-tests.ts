import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../packages/vectors/testvectors')

/** Test vector with its file and its group type. */
export type VectorTest = {
  file: string
  tcId: number
  type: string
  comment: string
  flags: string[]
  result: 'valid' | 'acceptable' | 'invalid'
  input: Record<string, unknown>
  expected?: Record<string, string>
}

type TestFile = { testGroups: { type: string; tests: Omit<VectorTest, 'file' | 'type'>[] }[] }

export function readVectorTests(): VectorTest[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const { testGroups } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as TestFile
      return testGroups.flatMap(({ type, tests }) => tests.map((test) => ({ file, type, ...test })))
    })
}
