import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateWorkflow } from '@action-validator/core'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../.github/workflows')
const workflows = readdirSync(FOLDER).map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')] as const)

/** Validates a workflow with GitHub's schema, which the package contains. */
function problemsOf(workflow: string) {
  return validateWorkflow(workflow).errors
}

test('every workflow is valid', () => {
  expect(workflows.map(([file, text]) => ({ file, problems: problemsOf(text) }))).toEqual([
    { file: 'ci.yml', problems: [] },
    { file: 'nightly.yml', problems: [] },
    { file: 'release.yml', problems: [] },
  ])
})

test.each([
  ['a misspelt key', 'runs-on:', 'run-on:'],
  ['an unknown permission', 'contents: read', 'content: read'],
  ['a step without an action', '- run: npm test', '- name: npm test'],
])('workflow validation finds %s', (_case, right, wrong) => {
  const text = readFileSync(join(FOLDER, 'ci.yml'), 'utf8')
  expect(problemsOf(text.replace(right, wrong))).not.toEqual([])
})

test('every action is pinned to a commit, with its version in a comment', () => {
  const used = workflows.flatMap(([, text]) => [...text.matchAll(/uses: (.+)/g)].map((match) => match[1] ?? ''))
  expect(used.length).toBeGreaterThan(4)
  expect(used.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})

test('no checkout step persists credentials that could push', () => {
  const checkouts = workflows.flatMap(([, text]) => text.split('uses: actions/checkout@').slice(1))
  expect(checkouts.length).toBeGreaterThan(1)
  expect(
    checkouts.filter((step) => !/^.*\n +with:\n(?: {10}.*\n)* {10}persist-credentials: false\n/.test(step)),
  ).toEqual([])
})

test('all long tests run every night, in a job with read-only permissions', () => {
  const nightly = readFileSync(join(FOLDER, 'nightly.yml'), 'utf8')
  expect(nightly).toMatch(/\n {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \*'/)
  expect(nightly).toMatch(/\n {6}- run: npm run prove\n/)
  expect(nightly.match(/permissions:\n(?: +[\w-]+: \w+\n)+/g)).toEqual(['permissions:\n  contents: read\n'])
})

const release = readFileSync(join(FOLDER, 'release.yml'), 'utf8')

/** Name and text of each job of the release workflow. */
const jobs = (release.split('\njobs:\n')[1] ?? '')
  .split(/\n(?= {2}\w+:\n)/)
  .map((text) => [text.split(':')[0]?.trim() ?? '', text] as const)
const textOf = (name: string) => jobs.find(([job]) => job === name)?.[1] ?? ''

test('each job of a release has only the permissions that it needs', () => {
  expect(release).toContain('\npermissions: {}')
  const rights = jobs.map(([name, text]) => {
    const list = /\n {4}permissions:\n((?: {6}.*\n)+)/.exec(text)?.[1] ?? ''
    return [name, [...list.matchAll(/ {6}([\w-]+: \w+)/g)].map((match) => match[1])]
  })
  expect(Object.fromEntries(rights)).toEqual({
    test: ['contents: read'],
    version: ['contents: write', 'pull-requests: write'],
    build: ['contents: read'],
    publish: ['contents: write', 'id-token: write'],
  })
})

test('the publish job does not check out, install or build anything, and publishes the files that the build job packed', () => {
  const publish = textOf('publish').replace(/#.*/g, '') // without comments
  const actions = [...publish.matchAll(/uses: ([^@]+)@/g)].map((match) => match[1])
  expect(actions).toEqual(['actions/download-artifact', 'actions/setup-node'])
  const programs = [...publish.matchAll(/\b(?:npm|npx|pnpm|node|gh) [a-z]+/g)].map(([command]) => command)
  expect(programs).toEqual(['npm view', 'npm publish', 'gh release', 'gh release'])
})

test('the release workflow runs the tests, then adds the owner and packs, and publishes with provenance and SBOMs', () => {
  expect(textOf('test')).toContain('run: npm test')
  expect(textOf('build')).toContain('needs: test')
  expect(textOf('build')).toMatch(
    /run: node scripts\/publisher\.ts .*\n.*run: npm run pack\n(?:.*\n)*.*run: npm run sbom\n(?:.*\n)*.*actions\/upload-artifact@/,
  )
  expect(textOf('publish')).toContain('needs: build')
  expect(textOf('publish')).toContain('npm publish "./$tarball" --provenance')
  expect(textOf('publish')).toContain('gh release create "$release" sbom/*')
})
