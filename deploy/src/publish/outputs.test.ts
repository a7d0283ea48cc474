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

test('readOutputs returns the outputs of the stack with the given name', () => {
  const file = outputsFile({ revisa: OUTPUTS, other: { ...OUTPUTS, ClientId: 'x' } })
  expect(readOutputs(file, 'revisa')).toEqual(OUTPUTS)
})

test("readOutputs returns only the named stack's outputs if the file also has outputs of other stacks", () => {
  const file = outputsFile({ 'revisa-firewall': { ExportsOutputFnGetAttSiteArn: 'arn' }, revisa: OUTPUTS })
  expect(readOutputs(file, 'revisa')).toEqual(OUTPUTS)
})

test('if outputs.json does not exist, readOutputs throws a UsageError that names the command for a deployment', () => {
  const read = () => readOutputs(join(folder, 'none.json'), 'revisa')
  expect(read).toThrow(UsageError)
  expect(read).toThrow('Run: pnpm run deploy')
})

test('if the stack has no outputs, the error names the command that writes them', () => {
  expect(() => readOutputs(outputsFile({ revisa: OUTPUTS }), 'trial')).toThrow(/trial\. Run: pnpm run deploy/)
})

test('the error names the missing output', () => {
  const { UserPoolId: _missing, ...rest } = OUTPUTS
  expect(() => readOutputs(outputsFile({ revisa: rest }), 'revisa')).toThrow('revisa.UserPoolId')
})
