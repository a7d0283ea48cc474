import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import { INCUMBENT, OURS, type Library, type Project } from '../project.ts'
import { ON_PURPOSE } from '../programs/on-purpose.ts'
import type { RunningEmulator } from '../../../packages/cognito-emulator/src/index.ts'
import { EXAMPLES, startExamplePool, startPools } from './pool.ts'

const run = promisify(execFile)
/**
 * Prefix of a line that always counts as a difference, so that a program that fails with both libraries does not pass.
 */
const FAILED = 'ended with'
const LIMIT_MS = 180_000
export type Programs = { folder: string; startPools: () => Promise<RunningEmulator> }

/** The folder with the examples, and the folder with the programs that reveal differences, each with its user pools. */
export const PROGRAMS: readonly Programs[] = [
  { folder: EXAMPLES, startPools: startExamplePool },
  { folder: join(import.meta.dirname, '../programs'), startPools },
]

/** Runs each program once with each library, each time against a new service, and compares the outputs. */
export async function judgePrograms(project: Project, chosen: readonly string[]): Promise<boolean> {
  let differing = 0
  let compared = 0
  for (const programs of PROGRAMS) {
    const folders = {
      [INCUMBENT]: await copyPrograms(programs.folder, INCUMBENT, project),
      [OURS]: await copyPrograms(programs.folder, OURS, project),
    }
    for await (const program of glob('*.ts', { cwd: programs.folder })) {
      const source = await readFile(join(programs.folder, program), 'utf8')
      if (!source.includes(`'${OURS}'`)) continue // a shared module
      if (chosen.length > 0 && !chosen.some((part) => program.includes(part))) continue
      const expected = await runProgram(folders[INCUMBENT], program, programs)
      const printed = await runProgram(folders[OURS], program, programs)
      compared += 1
      if (expected.some((line) => line.startsWith(FAILED))) console.log(expected.join('\n'))
      const difference = differenceOf(expected.filter(isCompared), printed.filter(isCompared))
      console.log(`${difference === '' ? 'the same' : 'DIFFERENT'}: ${program}, ${expected.length} lines`)
      printOnPurpose(expected, printed)
      if (difference === '') continue
      differing += 1
      console.log(difference)
    }
  }
  console.log(`\n${compared - differing} of ${compared} programs print the same with either import`)
  return differing === 0 && compared > 0
}

/** Copies a folder of programs, and makes the copies import the given library. @returns the path of the copy */
export async function copyPrograms(folder: string, library: Library, project: Project): Promise<string> {
  const copies = join(project.folder, library === OURS ? 'programs-ours' : 'programs-incumbent')
  const copy = join(copies, basename(folder))
  await mkdir(copies, { recursive: true })
  await cp(folder, copy, { recursive: true, filter: (path) => !path.includes('node_modules') })
  await writeFile(join(copies, 'package.json'), '{ "type": "module" }')
  for await (const program of glob('*.ts', { cwd: copy })) {
    const file = join(copy, program)
    const source = await readFile(file, 'utf8')
    await writeFile(file, source.replaceAll(`'${OURS}'`, `'${library}'`))
  }
  return copy
}

/** Runs a program and returns its lines of output, with the exit status if it failed. */
async function runProgram(folder: string, program: string, { startPools }: Programs): Promise<string[]> {
  const emulator = await startPools()
  try {
    const env = { ...process.env, COGNITO_ENDPOINT: emulator.url, NO_COLOR: '1', NODE_NO_WARNINGS: '1' }
    const options = { cwd: folder, env, timeout: LIMIT_MS, maxBuffer: 16_000_000 }
    const { stdout, stderr } = await run(process.execPath, [program], options).catch(
      ({ stdout, stderr, code }: { stdout: string; stderr: string; code: unknown }) => ({
        stdout: `${stdout}\n${FAILED} ${String(code)} in ${folder}\n`,
        stderr,
      }),
    )
    return `${stdout}${stderr}`.trim().split('\n')
  } finally {
    await emulator.close()
  }
}

const isCompared = (line: string) => !line.startsWith(ON_PURPOSE)

/** Prints both outputs for each intended difference. */
function printOnPurpose(expected: readonly string[], printed: readonly string[]): void {
  const [theirs, ours] = [expected, printed].map((lines) => lines.filter((line) => !isCompared(line)))
  theirs?.forEach((line, index) => {
    if (line !== ours?.[index])
      console.log(`  incumbent: ${line}\n  drop-in: ${ours?.[index]?.slice(ON_PURPOSE.length)}`)
  })
}

/** Returns the lines that only one of the two outputs contains, in order. */
function differenceOf(expected: readonly string[], printed: readonly string[]): string {
  const lines: string[] = []
  let [left, right] = [0, 0]
  while (left < expected.length || right < printed.length) {
    if (expected[left] === printed[right]) {
      left += 1
      right += 1
      continue
    }
    const inPrinted = left < expected.length ? printed.indexOf(expected[left] ?? '', right) : -1
    const inExpected = right < printed.length ? expected.indexOf(printed[right] ?? '', left) : -1
    const takesLeft =
      inPrinted === -1 ? left < expected.length : inExpected !== -1 && inExpected - left <= inPrinted - right
    if (takesLeft) lines.push(`- ${expected[left++]}`)
    else lines.push(`+ ${printed[right++]}`)
  }
  return lines.join('\n')
}
