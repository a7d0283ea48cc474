import { ensureBrowser } from '@cognito-srp/testing/ensure-browser'
import { install, run } from '@cognito-srp/testing/run'

// The client beside its peers in every engine, the app's sizes and orderings and Lighthouse, the API under load.
// Arguments choose: `npm run bench -- api`; `npm run bench -- engines` takes only the client's handshakes, and engines
// after it only theirs: `npm run bench -- engines Firefox Hermes`.

/** Its programs are not run by pnpm, which would put one of the measured Nodes before the repository's. */
const BENCHMARKS = 'interop/benchmarks'

const chosen = process.argv.slice(2).filter((argument) => argument !== '--')
const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)

process.env['CHROMIUM_PATH'] = await ensureBrowser()
let succeeded = true
if (chosen[0] === 'engines') succeeded = (await measureClient(chosen)) && succeeded
if (isChosen('client')) succeeded = (await measureClient()) && succeeded
if (isChosen('app')) succeeded = (await measureApp()) && succeeded
if (isChosen('api')) succeeded = (await run('node', ['packages/quiz-api/bench/load.ts'])) && succeeded
process.exitCode = succeeded ? 0 : 1

async function measureClient(parameters: readonly string[] = []): Promise<boolean> {
  const built =
    (await install('interop', './benchmarks')) && (await run('pnpm', ['--filter', '@cognito-srp/client', 'build']))
  return built && run('node', ['run.ts', ...parameters], { cwd: BENCHMARKS })
}

async function measureApp(): Promise<boolean> {
  const built = (await install('interop', './benchmarks')) && (await run('pnpm', ['run', 'build']))
  if (!built) return false
  const results = [
    await run('node', ['packages/quiz-app/bench/route-sizes.ts']),
    await run('node', ['packages/quiz-app/bench/fifty-thousand.ts']),
    await run('node', ['lighthouse.ts'], { cwd: BENCHMARKS }),
  ]
  return results.every(Boolean)
}
