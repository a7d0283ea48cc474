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

test('every action is pinned by its commit, which a comment names', () => {
  const used = workflows.flatMap(([, text]) => [...text.matchAll(/uses: (.+)/g)].map((match) => match[1] ?? ''))
  expect(used.length).toBeGreaterThan(4)
  expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})

test('no action leaves the right to push to the repository in its folder', () => {
  const checkouts = workflows.flatMap(([, text]) => text.split('uses: actions/checkout@').slice(1))
  expect(checkouts.length).toBeGreaterThan(1)
  expect(
    checkouts.filter((step) => !/^.*\n +with:\n(?: {10}.*\n)* {10}persist-credentials: false\n/.test(step)),
  ).toEqual([])
})

test('each job of a release may do no more than it must', () => {
  const release = readFileSync(join(FOLDER, 'release.yml'), 'utf8')
  expect(release).toContain('\npermissions: {}')
  const jobs = (release.split('\njobs:\n')[1] ?? '').split(/\n(?= {2}\w+:\n)/).map((job) => {
    const rights = /\n {4}permissions:\n((?: {6}.*\n)+)/.exec(job)?.[1] ?? ''
    return [job.split(':')[0]?.trim(), [...rights.matchAll(/ {6}([\w-]+: \w+)/g)].map((match) => match[1])]
  })
  expect(Object.fromEntries(jobs)).toEqual({
    test: ['contents: read'],
    version: ['contents: write', 'pull-requests: write'],
    publish: ['contents: write', 'id-token: write'],
  })
})

test('what is published was tested, says where it was built and what it is made of', () => {
  const release = readFileSync(join(FOLDER, 'release.yml'), 'utf8')
  const [tested = '', publish = ''] = release.split('\n  publish:\n')
  expect(tested).toContain('run: npm test')
  expect(publish).toContain('needs: test')
  expect(publish).toContain("PNPM_CONFIG_PROVENANCE: 'true'")
  expect(publish.indexOf('run: npm run sbom')).toBeGreaterThan(0)
  expect(publish.indexOf('run: npm run sbom')).toBeLessThan(publish.indexOf('script: npm run release'))
  expect(publish).toContain('gh release upload "$tag" reports/sbom/*')
})
