import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { vectorsOf } from '../../../test/vectors.ts'

const program = fileURLToPath(new URL('../../../test/without-bigint.ts', import.meta.url))

test('a runtime without BigInt signs in all the same', { timeout: 60_000 }, async () => {
  const vector = vectorsOf('passwordClaim').find(({ id }) => id === 'helper-signature')
  const options = ['--conditions=development', '--disable-warning=ExperimentalWarning']
  const arguments_ = [...options, program, JSON.stringify(vector?.input)]
  const { stdout } = await promisify(execFile)(process.execPath, arguments_)
  const { hasBigInt, trace } = JSON.parse(stdout) as { hasBigInt: boolean; trace: unknown }
  expect(hasBigInt).toBe(false)
  expect(trace).toMatchObject(vector?.output ?? {})
})
