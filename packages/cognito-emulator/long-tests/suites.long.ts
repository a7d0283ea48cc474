// Runs third-party test suites for Cognito against the emulator. COGNITO_SUITES is the path to the folder that contains the
// suites. To run one suite: node --conditions=@cognito-srp/source interop/suites/run.ts cognito-local

import { install, run } from '@cognito-srp/testing/run'

const isInstalled = !process.env['COGNITO_SUITES'] || (await install('interop', './suites'))
const runs = isInstalled && (await run('node', ['--conditions=@cognito-srp/source', 'interop/suites/run.ts']))
process.exitCode = runs ? 0 : 1
