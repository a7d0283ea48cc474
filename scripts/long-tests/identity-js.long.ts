import { install, run } from '@cognito-srp/testing/run'

// The drop-in beside amazon-cognito-identity-js: its own tests, the same programs with either import, the same types.
// For one part: `node --conditions=@cognito-srp/source interop/identity-js/run.ts tests`, after `pnpm run build`.
const installed = await install('interop', './identity-js')
process.exitCode =
  installed && (await run('node', ['--conditions=@cognito-srp/source', 'interop/identity-js/run.ts'])) ? 0 : 1
