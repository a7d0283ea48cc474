import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { OUTPUTS } from '../../test/outputs.ts'
import { UsageError } from '../usage-error.ts'
import { readOutputs } from './outputs.ts'

const folder = mkdtempSync(join(tmpdir(), 'outputs-'))
afterAll(() => rmSync(folder, { recursive: true }))

function outputsFile(stacks: object): string {
  const file = join(folder, 'outputs.json')
  writeFileSync(file, JSON.stringify(stacks))
  return file
}

test('reads the outputs of the stack by its name', () => {
  const file = outputsFile({ revisa: OUTPUTS, other: { ...OUTPUTS, ClientId: 'x' } })
  expect(readOutputs(file, 'revisa')).toEqual(OUTPUTS)
})

test('is not put off by what the stacks beside it write', () => {
  const file = outputsFile({ 'revisa-firewall': { ExportsOutputFnGetAttSiteArn: 'arn' }, revisa: OUTPUTS })
  expect(readOutputs(file, 'revisa')).toEqual(OUTPUTS)
})

test('says that the stack must be deployed first', () => {
  const read = () => readOutputs(join(folder, 'none.json'), 'revisa')
  expect(read).toThrow(UsageError)
  expect(read).toThrow('Run: pnpm run deploy')
})

test('says which command writes the outputs of a stack that is not there', () => {
  expect(() => readOutputs(outputsFile({ revisa: OUTPUTS }), 'trial')).toThrow(/trial\. Run: pnpm run deploy/)
})

test('names the output that is missing', () => {
  const { UserPoolId: _missing, ...rest } = OUTPUTS
  expect(() => readOutputs(outputsFile({ revisa: rest }), 'revisa')).toThrow('revisa.UserPoolId')
})
