import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** All files that git tracks or would add, so that new files are checked before they are committed. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

const ending = (...endings: string[]) => files.filter((file) => endings.some((end) => file.endsWith(end)))
const read = (file: string) => readFileSync(file, 'utf8')

test("no text file contains a machine-specific path or the host name of npm's registry", () => {
  const traces = /(?<![\w.-])\/(?:tmp|root|work)\/|registry\.npmjs\.org/
  const text = ending('.ts', '.tsx', '.mjs', '.json', '.yaml', '.yml', '.md', '.css', '.html', '.py', '.sh')
  expect(text.length).toBeGreaterThan(300)
  expect(text.filter((file) => file !== 'test/repository.test.ts' && traces.test(read(file)))).toEqual([])
})

test('git ignores the files that users create when they follow the READMEs', () => {
  const written = [
    '.data/key',
    'deploy/outputs.json',
    'examples/next/.env.local',
    'packages/quiz-api/quiz.sqlite',
    'packages/quiz-api/quiz.sqlite-wal',
    'packages/quiz-app/.env.production.local',
  ]
  const ignored = execFileSync('git', ['check-ignore', '--no-index', ...written], { encoding: 'utf8' })
  expect(ignored.trim().split('\n')).toEqual(written)
})

test('no two source files of a package have the same base name, except index files', () => {
  const sources = files.filter((file) => /^packages\/[\w-]+\/src\/.*(?<!\.test|\.d|\/index)\.tsx?$/.test(file))
  expect(sources.length).toBeGreaterThan(300)
  const names = Map.groupBy(sources, (file) => `${file.split('/')[1]}: ${basename(file).replace(/\.tsx?$/, '')}`)
  expect([...names.values()].filter((sharing) => sharing.length > 1)).toEqual([])
})

test('only the root, interop, deploy, and the bootstrap of pnpm and Node have lockfiles', () => {
  const lockfiles = files.filter((file) =>
    /^(pnpm-lock\.yaml|package-lock\.json|yarn\.lock|bun\.lock)/.test(basename(file)),
  )
  expect(lockfiles.toSorted()).toEqual([
    'deploy/pnpm-lock.yaml',
    'interop/pnpm-lock.yaml',
    'pnpm-lock.yaml',
    'scripts/bootstrap/package-lock.json',
  ])
})

const decisions = files.filter((file) => /^docs\/decisions\/\d{3}-[a-z0-9-]+\.md$/.test(file))

test('each decision record has a unique number, a title, a status with a date, and a row in the index', () => {
  expect(decisions.length).toBeGreaterThan(20)
  expect(files.filter((file) => file.startsWith('docs/decisions/')).toSorted()).toEqual(
    [...decisions, 'docs/decisions/README.md'].toSorted(),
  )
  const records = decisions.map((file) => {
    const [name, number] = [basename(file), basename(file).slice(0, 3)]
    const form =
      /^# (\d{3}) (.+)\n\nStatus: (accepted|superseded by \d{3}), (\d{4}-\d\d-\d\d)\.[^]*\*\*Context\.\*\*[^]*\*\*Decision\.\*\*[^]*\*\*Consequence\.\*\*/
    const [, titleNumber, title, status, date] = form.exec(read(file)) ?? []
    return { number, titleNumber, row: `| [${number}](${name}) | ${title} | ${date} | ${status} |` }
  })
  expect(new Set(records.map(({ number }) => number)).size).toBe(records.length)
  expect(records.filter(({ number, titleNumber }) => number !== titleNumber)).toEqual([])
  const index = read('docs/decisions/README.md').split('\n')
  expect(index.filter((line) => line.startsWith('| [')).toSorted()).toEqual(records.map(({ row }) => row).toSorted())
})

test('every cited decision record exists', () => {
  const known = new Set(decisions.flatMap((file) => [basename(file, '.md'), basename(file).slice(0, 3)]))
  const text = ending('.ts', '.tsx', '.mjs', '.md', '.yml').map(read).join('\n')
  const cited = [...text.matchAll(/decisions\/(\d{3}-[a-z0-9-]+)|(?:decisions?|superseded by) (\d{3})\b/g)]
  expect(cited.length).toBeGreaterThan(20)
  expect(cited.map(([, name, number]) => name ?? number ?? '').filter((part) => !known.has(part))).toEqual([])
})

test('every relative link in a page or decision record points to an existing file', () => {
  const broken = ending('.md').flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !existsSync(resolve(dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('every linked name in docs/architecture.md is defined in the linked file', () => {
  const page = 'docs/architecture.md'
  const named = [...read(page).matchAll(/\[`(\w+)`\]\(([^)]+)\)/g)].map(([, name = '', target = '']) => ({
    name,
    target,
  }))
  expect(named.length).toBeGreaterThan(20)
  const definition = (name: string) => new RegExp(`(?:function\\*?|const|type|interface|class) ${name}\\b`)
  expect(named.filter(({ name, target }) => !definition(name).test(read(resolve(dirname(page), target))))).toEqual([])
})

test('every PNG picture appears on a page or belongs to the app', () => {
  const pages = ending('.md').map((page) => read(page))
  const pictures = ending('.png').filter((file) => !file.startsWith('packages/quiz-app/public/'))
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter((picture) => !pages.some((page) => page.includes(`](${picture})`)))).toEqual([])
})
