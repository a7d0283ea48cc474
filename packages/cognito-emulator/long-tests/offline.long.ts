import { install, run } from '@cognito-srp/testing/run'

// Checks that libraries with hard-coded Cognito addresses (aws-jwt-verify, Amplify's adapter for Next, the AWS SDK, jose
// and jwks-rsa) reach the emulator in every supported Node version with only `--import @cognito-srp/emulator/offline`.
const isReady =
  (await install('interop', './offline')) && (await run('pnpm', ['--filter', '@cognito-srp/emulator', 'build']))
process.exitCode =
  isReady && (await run('node', ['--conditions=@cognito-srp/source', 'interop/offline/run.ts'])) ? 0 : 1
