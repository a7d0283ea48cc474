import { install, run } from '@cognito-srp/testing/run'

// Runs the tests with four npm libraries, compares the result with docs/libraries.md, and runs the reproductions of its
// failures. To write the page: `node interop/vectors/run.ts --write`.
const installed = await install('interop', './vectors')
process.exitCode = installed && (await run('node', ['interop/vectors/run.ts'])) ? 0 : 1
