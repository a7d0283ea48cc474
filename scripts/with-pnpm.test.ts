import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Fake npm that installs pnpm and Node, except the package named by LEFT_OUT. */
const NPM = `#!/bin/sh
echo "$*" >> "$ASKED"
if [ -n "$NPM_FAILS" ]; then mkdir -p node_modules/@pnpm/exe; echo 'no network here' >&2; exit 1; fi
mkdir -p node_modules/@pnpm/exe node_modules/node-exe/bin
printf '#!/bin/sh\\necho "$*" >> "$RAN"\\n' > node_modules/@pnpm/exe/pnpm
printf '#!/bin/sh\\nexec "$TEST_NODE" "$@"\\n' > node_modules/node-exe/bin/node
chmod +x node_modules/@pnpm/exe/pnpm node_modules/node-exe/bin/node
if [ -n "$LEFT_OUT" ]; then rm -r "node_modules/$LEFT_OUT"; fi
`

let folder: string
let environment: Record<string, string>

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'with-pnpm-')))
  mkdirSync(join(folder, 'scripts'))
  for (const file of ['with-pnpm.mjs', 'bootstrap.mjs', 'bootstrap']) {
    cpSync(join(import.meta.dirname, file), join(folder, 'scripts', file), { recursive: true })
  }
  writeFileSync(join(folder, 'npm'), NPM)
  chmodSync(join(folder, 'npm'), 0o755)
  environment = { ASKED: join(folder, 'asked'), RAN: join(folder, 'ran'), TEST_NODE: process.execPath }
})

afterEach(() => rmSync(folder, { recursive: true }))

/** Starts the script in its own process group, as a shell does. */
function start(parameters: string[], changes: Record<string, string> = {}) {
  const PATH = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter)
  return spawn(process.execPath, [join(folder, 'scripts/with-pnpm.mjs'), ...parameters], {
    cwd: folder,
    env: { ...process.env, PATH, ...environment, ...changes },
    detached: true,
  })
}

async function run(parameters: string[], changes: Record<string, string> = {}) {
  const child = start(parameters, changes)
  const [said, ended] = [child.stderr.setEncoding('utf8').toArray(), once(child, 'exit')]
  child.stdout.resume()
  const [code] = (await ended) as [number | null]
  return { code, said: (await said).join('') }
}

function linesOf(name: 'ASKED' | 'RAN'): string[] {
  const path = environment[name] ?? ''
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : []
}

test('with-pnpm installs pnpm and Node without their scripts, then the packages, and then runs the command', async () => {
  expect(await run(['pnpm', 'run', 'docs', '&&', 'command', '-v', 'node', '>', 'found'])).toMatchObject({ code: 0 })
  expect(linesOf('ASKED')).toEqual([expect.stringMatching(/^ci --ignore-scripts /)])
  expect(linesOf('RAN')).toEqual([
    'install --frozen-lockfile --prefer-offline --filter !@cognito-srp/tools',
    'run docs',
  ])
  expect(readFileSync(join(folder, 'found'), 'utf8')).toContain(join(folder, 'node_modules/.cache/bootstrap'))
})

test('with-pnpm --tools also installs the tools', async () => {
  await run(['--tools', 'true'])
  expect(linesOf('RAN')).toEqual(['install --frozen-lockfile --prefer-offline'])
})

test('with-pnpm exits with the status of the command', async () => {
  expect(await run(['exit', '3'])).toMatchObject({ code: 3 })
})

test.each(['@pnpm', 'node-exe'])(
  'with-pnpm does not run the command if npm rejected the package %s',
  async (LEFT_OUT) => {
    const { code, said } = await run(['true'], { LEFT_OUT })
    expect(code).toBe(1)
    expect(said).toContain('serves files that scripts/bootstrap/package-lock.json does not pin')
    expect(said).toContain('npm cache clean --force')
    expect(linesOf('RAN')).toEqual([])
    expect(await run(['true'])).toMatchObject({ code: 0 })
  },
)

test('a second start of with-pnpm does not run npm again', async () => {
  await run(['true'])
  expect(await run(['true'], { NPM_FAILS: 'yes' })).toMatchObject({ code: 0 })
  expect(linesOf('ASKED')).toHaveLength(1)
  expect(linesOf('RAN')).toHaveLength(2)
})

test('the first start after a lockfile change runs npm again', async () => {
  await run(['true'])
  appendFileSync(join(folder, 'scripts/bootstrap/package-lock.json'), '\n')
  expect(await run(['true'])).toMatchObject({ code: 0 })
  expect(linesOf('ASKED')).toHaveLength(2)
})

test('concurrent starts do not interfere with each other', async () => {
  const ends = await Promise.all(Array.from({ length: 4 }, () => run(['true'])))
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0])
  expect(linesOf('RAN')).toHaveLength(4)
})

test('after npm fails, the output of npm is shown and the next start installs again', async () => {
  const { code, said } = await run(['true'], { NPM_FAILS: 'yes' })
  expect(code).toBe(1)
  expect(said).toContain('no network here')
  expect(await run(['true'])).toMatchObject({ code: 0 })
})

test('after a signal to the process group, the script waits until the command has shut down', async () => {
  const server = `process.on('SIGTERM', () => setTimeout(() => process.exit(7), 100)); setInterval(() => {}, 1000)`
  writeFileSync(join(folder, 'server.cjs'), `${server}; console.log('listening')`)
  const child = start(['true', '&&', 'node', 'server.cjs'])
  await once(child.stdout, 'data')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('without npm, the error message says that Node includes npm', async () => {
  expect(await run(['true'], { PATH: join(folder, 'empty') })).toMatchObject({
    code: 1,
    said: expect.stringContaining('which includes npm') as string,
  })
})
