import { cp, glob, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { INCUMBENT, INCUMBENT_FOLDER, type Library, type Project } from '../project.ts'
import { translate } from './adapt.ts'
import { EXCLUDED_FILES } from './exclusions.ts'
import { runJest, type TestResult } from './jest.ts'

/** Runs the incumbent's unchanged tests on its own sources, to show how many of them the incumbent itself passes. */
export async function runAsTheyAre(project: Project): Promise<TestResult[]> {
  const folder = await layOut(project, 'tests-as-they-are', { adapted: false })
  await translateFolder(folder, 'src', { adapted: false })
  const setup = join(folder, 'no-network.cjs')
  await writeFile(setup, 'globalThis.fetch = () => new Promise(() => {})')
  return runJest(folder, { setup: [setup], modulePaths: [dirname(await realpath(INCUMBENT_FOLDER))] })
}

/** Runs the adapted tests on a library's public exports. */
export async function runAdapted(project: Project, library: Library): Promise<TestResult[]> {
  const folder = await layOut(project, library === INCUMBENT ? 'tests-incumbent' : 'tests-ours', { adapted: true })
  await rm(join(folder, 'src'), { recursive: true })
  await mkdir(join(folder, 'src'))
  for await (const path of glob('src/*.js', { cwd: INCUMBENT_FOLDER })) {
    const name = path.slice('src/'.length, -'.js'.length)
    await writeFile(join(folder, path), moduleOf(name, library))
  }
  await cp(join(import.meta.dirname, 'service.cjs'), join(folder, 'src/Client.js'))
  return runJest(folder, {
    setup: [join(folder, 'src/Client.js')],
    ...(library !== INCUMBENT && { moduleNameMapper: { [`^${INCUMBENT}$`]: library } }),
  })
}

/** Returns the module that replaces `../src/X` in the tests. */
function moduleOf(name: string, library: Library): string {
  const replaced: Record<string, string> = {
    AuthenticationHelper: 'class {}',
    CognitoJwtToken: 'class extends library.CognitoAccessToken { constructor(jwt) { super({ AccessToken: jwt }) } }', // the base class
  }
  return `const library = require('${library}')
exports.__esModule = true
exports.default = ${replaced[name] ?? `library.${name}`}`
}

async function layOut(project: Project, name: string, how: { adapted: boolean }): Promise<string> {
  const folder = join(project.folder, name)
  const excluded = how.adapted ? EXCLUDED_FILES.flatMap(({ tests }) => tests) : []
  for (const part of ['__tests__', '__mocks__', 'src', 'enhance-rn.js']) {
    const filter = (path: string) => !excluded.includes(basename(path))
    await cp(join(INCUMBENT_FOLDER, part), join(folder, part), { recursive: true, filter })
  }
  await translateFolder(folder, '__tests__', how)
  await translateFolder(folder, '__mocks__', { adapted: false })
  return folder
}

async function translateFolder(folder: string, part: string, how: { adapted: boolean }): Promise<void> {
  for await (const path of glob(`${part}/**/*.js`, { cwd: folder })) {
    const file = join(folder, path)
    await writeFile(file, translate(await readFile(file, 'utf8'), how))
  }
}
