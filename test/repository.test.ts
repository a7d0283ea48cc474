import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const MACHINE_TRACES = /(?<![\w.-])\/(?:tmp|root|work)\/|registry\.npmjs\.org/

test('no tracked file names a path of one machine or a registry host', () => {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n')
  const text = files.filter(
    (file) => /\.(?:tsx?|mjs|json|yaml|md|css|html|py|sh)$/.test(file) && file !== 'test/repository.test.ts',
  )
  const traced = text.filter((file) => MACHINE_TRACES.test(readFileSync(file, 'utf8')))
  expect(traced).toEqual([])
})
