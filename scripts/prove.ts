import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { run } from '@cognito-srp/testing/run'
import { ensureBrowser } from '@cognito-srp/testing/ensure-browser'

// The tests that take minutes: kills, loads, long expiries, many runtimes, trials at scale. Each `*.long.ts` is a
// program that prints what it tried and ends with a non-zero code when something was lost.
// Arguments choose: `npm run prove -- kill` runs the programs whose file name contains "kill".

const chosen = process.argv.slice(2).filter((argument) => argument !== '--')
const programs = globSync(['{packages/*,scripts,e2e}/long-tests/*.long.ts'])
  .filter((path) => chosen.length === 0 || chosen.some((part) => basename(path).includes(part)))
  .sort()

process.env['CHROMIUM_PATH'] = await ensureBrowser()
if (!(await run('pnpm', ['run', 'build']))) throw new Error('The build failed; the long tests need what it makes.')
const failed: string[] = []
for (const program of programs) {
  console.log(`\n── ${program}`)
  if (!(await run('node', ['--conditions=@cognito-srp/source', program]))) failed.push(program)
}

console.log(`\n${programs.length - failed.length} passed, ${failed.length} failed`)
for (const program of failed) console.log(`failed: ${program}`)
process.exitCode = failed.length > 0 || programs.length === 0 ? 1 : 0
