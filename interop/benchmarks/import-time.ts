import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { interleave } from './statistics.ts'

const ROUNDS = 15
const FOLDER = fileURLToPath(new URL('.', import.meta.url))

const PROGRAMS = {
  empty: '',
  'cognito-srp': "import '@cognito-srp/client'",
  'identity-js': "import 'amazon-cognito-identity-js'",
  amplify: "import 'aws-amplify/auth'",
} as const

type Program = keyof typeof PROGRAMS

/** Measures the CPU time, in milliseconds, that importing each library adds to an empty Node program. */
export async function measureImports(): Promise<Record<Exclude<Program, 'empty'>, number>> {
  const names = Object.keys(PROGRAMS) as Program[]
  const { empty, ...whole } = await interleave(names, ROUNDS, async (name) => runProgram(PROGRAMS[name]))
  const net = Object.entries(whole).map(([name, durationMs]) => [name, durationMs - empty])
  return Object.fromEntries(net) as Record<Exclude<Program, 'empty'>, number>
}

/** Runs a program that prints the CPU time from its start to the end of its imports. */
function runProgram(imports: string): number {
  const program = `${imports}; const { user, system } = process.cpuUsage(); console.log(user + system)`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: FOLDER })
  return Number(output.toString()) / 1000
}
