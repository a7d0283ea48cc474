import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import { copyPrograms, PROGRAMS } from '../pairs/judge.ts'
import { INCUMBENT, OURS, type Library, type Project } from '../project.ts'
import { readDeclarations } from './members.ts'

/**
 * Members whose types are wider than the incumbent's types or have another name. A program that compiles with the
 * incumbent's type also compiles with the drop-in's type.
 */
const WIDER: Record<string, string> = {
  'CognitoUser.deleteUser': 'accepts clientMetadata, which the incumbent accepts without declaring it',
  'CognitoUser.sendMFACode': 'declares the same callbacks with a named type',
  'CognitoUserAttribute.toJSON': 'returns object instead of Object',
  'new CognitoAccessToken': 'the argument is optional, as in the incumbent',
  'new CognitoIdToken': 'the argument is optional, as in the incumbent',
  'new CognitoRefreshToken': 'the argument is optional, as in the incumbent',
  'new CognitoUserAttribute': 'the argument is optional, as in the incumbent',
}

const COMPILERS = { 'TypeScript 5.0': 'typescript-5-0', 'TypeScript 7': '@typescript/native' }
const run = promisify(execFile)

/** Compares every exported type and member, and compiles the programs with each library under each TypeScript version. */
export async function judgeTypes(project: Project): Promise<boolean> {
  const isDeclared = await compareDeclarations(project)
  const outcomes: boolean[] = []
  for (const [name, compiler] of Object.entries(COMPILERS)) {
    for (const library of [INCUMBENT, OURS] as const) outcomes.push(await compile(name, compiler, library, project))
  }
  return isDeclared && outcomes.every(Boolean)
}

async function compareDeclarations(project: Project): Promise<boolean> {
  const theirs = await readDeclarations(project, INCUMBENT)
  const ours = await readDeclarations(project, OURS)
  const differing = [...theirs].filter(([name, type]) => ours.get(name) !== type)
  for (const [name, type] of differing) {
    console.log(
      `${name}: ${WIDER[name] ?? 'DIFFERENT'}\n  incumbent: ${type}\n  drop-in:   ${ours.get(name) ?? 'missing'}`,
    )
  }
  const wrong = differing.filter(([name]) => !(name in WIDER) || !ours.has(name))
  const stale = Object.keys(WIDER).filter((name) => !differing.some(([differs]) => differs === name))
  if (stale.length > 0) console.log(`no longer wider: ${stale.join(', ')}`)
  const added = [...ours.keys()].filter((name) => !theirs.has(name))
  console.log(
    `\n${theirs.size} exported types, constructors and members; ${differing.length - wrong.length} are wider in the drop-in`,
  )
  console.log(`only in the drop-in: ${added.join(', ')}\n`)
  return wrong.length === 0 && stale.length === 0 && theirs.size > 100
}

async function compile(name: string, compiler: string, library: Library, project: Project): Promise<boolean> {
  const folders = await Promise.all(PROGRAMS.map(({ folder }) => copyPrograms(folder, library, project)))
  const copies = join(folders[0] ?? '', '..')
  await writeFile(join(copies, 'node.d.ts'), NODE)
  const compilerOptions = {
    strict: true,
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  }
  const include = ['node.d.ts', ...folders.map((folder) => `${basename(folder)}/*.ts`)]
  await writeFile(join(copies, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  const { bin } = JSON.parse(
    await readFile(join(project.folder, 'node_modules', compiler, 'package.json'), 'utf8'),
  ) as { bin: Record<string, string> }
  const tsc = join(project.folder, 'node_modules', compiler, bin['tsc'] ?? '')
  const problems = await run(process.execPath, [tsc, '-p', copies], { maxBuffer: 16_000_000 }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  console.log(`${problems === '' ? 'compiles' : 'DOES NOT COMPILE'}: the programs with ${library}, ${name}`)
  if (problems !== '') console.log(problems)
  return problems === ''
}

/** Declares the parts of Node that the programs use, because Node's own declarations are too new for TypeScript 5.0. */
const NODE = `
declare var process: { env: Record<string, string | undefined> }
declare var Buffer: { from(text: string, encoding?: string): { toString(encoding?: string): string } }
`
