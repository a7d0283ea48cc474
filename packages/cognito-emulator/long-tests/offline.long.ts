import { install, run } from '@cognito-srp/testing/run'

// aws-jwt-verify, Amplify's adapter for Next, the AWS SDK, jose and jwks-rsa, which know Cognito's addresses by heart,
// reach the emulator in every supported Node by `--import @cognito-srp/emulator/offline` alone.
const isReady =
  (await install('interop', './offline')) && (await run('pnpm', ['--filter', '@cognito-srp/emulator', 'build']))
process.exitCode =
  isReady && (await run('node', ['--conditions=@cognito-srp/source', 'interop/offline/run.ts'])) ? 0 : 1
