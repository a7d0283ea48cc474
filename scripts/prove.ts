import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { run } from '@cognito-srp/testing/run'
import { ensureBrowser } from '@cognito-srp/testing/ensure-browser'

// Runs the tests that take minutes, because they kill processes, generate load, wait for expiries, use many runtimes,
// or make many trials. Each `*.long.ts` is a program that prints what it tried and exits with a non-zero status after a
// failure. Arguments select programs: `npm run prove -- kill` runs those whose file name contains "kill".

const chosen = process.argv.slice(2).filter((argument) => argument !== '--')
const programs = globSync(['{packages/*,scripts,e2e}/long-tests/*.long.ts'])
  .filter((path) => chosen.length === 0 || chosen.some((part) => basename(path).includes(part)))
  .sort()

process.env['CHROMIUM_PATH'] = await ensureBrowser()
if (!(await run('pnpm', ['run', 'build']))) throw new Error('The build failed. The long tests need its output.')
const failed: string[] = []
for (const program of programs) {
  console.log(`\n── ${program}`)
  if (!(await run('node', ['--conditions=@cognito-srp/source', program]))) failed.push(program)
}

console.log(`\n${programs.length - failed.length} passed, ${failed.length} failed`)
for (const program of failed) console.log(`failed: ${program}`)
process.exitCode = failed.length > 0 || programs.length === 0 ? 1 : 0
