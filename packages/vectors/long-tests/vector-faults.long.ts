import { run } from '@cognito-srp/testing/run'

// Runs the tests against copies of the Python reference with the mistakes of other projects, and compares the result with
// docs/faults.md. To write the page: `python3 packages/vectors/generate/faults.py --write`.
process.exitCode = (await run('python3', ['packages/vectors/generate/faults.py'])) ? 0 : 1
