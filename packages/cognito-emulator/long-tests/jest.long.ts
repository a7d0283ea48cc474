import { install, run } from '@cognito-srp/testing/run'

// Runs the built package in Jest 29 and 30 without configuration, and in a Node version that is too old for the package.
const isReady =
  (await install('interop', './test-runners')) && (await run('pnpm', ['--filter', '@cognito-srp/emulator', 'build']))
process.exitCode = isReady && (await run('node', ['interop/test-runners/run.mts'])) ? 0 : 1
