import { ensureBrowser } from './browser/ensure-browser.ts'
import { install, run } from './run.ts'

// The client beside its peers in one table, the app's sizes and orderings and Lighthouse, the API under load.
// Arguments choose: `npm run bench -- api`.

const BENCHMARKS = 'interop/benchmarks'

const chosen = process.argv.slice(2).filter((argument) => argument !== '--')
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)

process.env['CHROMIUM_PATH'] = await ensureBrowser()
let succeeded = true
if (isChosen('client')) succeeded = (await measureClient()) && succeeded
if (isChosen('app')) succeeded = (await measureApp()) && succeeded
if (isChosen('api')) succeeded = (await run('node', ['packages/quiz-api/bench/load.ts'])) && succeeded
process.exitCode = succeeded ? 0 : 1

async function measureClient(): Promise<boolean> {
  const built =
    (await install('interop', './benchmarks')) && (await run('pnpm', ['--filter', '@cognito-srp/client', 'build']))
  return built && run('pnpm', ['run', 'bench'], { cwd: BENCHMARKS })
}

async function measureApp(): Promise<boolean> {
  const built = (await install('interop', './benchmarks')) && (await run('pnpm', ['run', 'build']))
  if (!built) return false
  const results = [
    await run('node', ['packages/quiz-app/bench/route-sizes.ts']),
    await run('node', ['packages/quiz-app/bench/fifty-thousand.ts']),
    await run('pnpm', ['run', 'lighthouse'], { cwd: BENCHMARKS }),
  ]
  return results.every(Boolean)
}
