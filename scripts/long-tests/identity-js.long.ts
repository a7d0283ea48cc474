import { install, run } from '@cognito-srp/testing/run'

// Compares the drop-in with amazon-cognito-identity-js. The program runs that library's tests, runs programs
// once with each library, and compares the types. To run one part:
// `node --conditions=@cognito-srp/source interop/identity-js/run.ts tests`, after `pnpm run build`.
const installed = await install('interop', './identity-js')
process.exitCode =
  installed && (await run('node', ['--conditions=@cognito-srp/source', 'interop/identity-js/run.ts'])) ? 0 : 1
