import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../.github/workflows')
const workflows = readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const)

/** By GitHub's schema for workflows, which the package brings. */
function problemsOf(workflow: string) {
  return validateWorkflow(workflow).errors
}

test('every workflow is valid', () => {
  expect(workflows.map(([file, text]) => ({ file, problems: problemsOf(text) }))).toEqual([
    { file: 'ci.yml', problems: [] },
    { file: 'release.yml', problems: [] },
  ])
})

test.each([
  ['a misspelt key', 'runs-on:', 'run-on:'],
  ['a right that does not exist', 'contents: read', 'content: read'],
  ['a step that does nothing', '- run: npm test', '- name: npm test'],
])('%s is found', (_case, right, wrong) => {
  const text = readFileSync(join(FOLDER, 'ci.yml'), 'utf8')
  expect(problemsOf(text.replace(right, wrong))).not.toEqual([])
})

test('every action is pinned to an exact version', () => {
  const used = workflows.flatMap(([, text]) => [...text.matchAll(/uses: (\S+)/g)].map((match) => match[1] ?? ''))
  expect(used.length).toBeGreaterThan(4)
  expect(used.filter((action) => !/@v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})

test('the tests run before anything is published, and with the right to prove where it was built', () => {
  const release = readFileSync(join(FOLDER, 'release.yml'), 'utf8')
  expect(release.indexOf('run: npm test')).toBeGreaterThan(0)
  expect(release.indexOf('run: npm test')).toBeLessThan(release.indexOf('publish-script:'))
  expect(release).toContain('id-token: write')
  expect(release).toContain("PNPM_CONFIG_PROVENANCE: 'true'")
})
