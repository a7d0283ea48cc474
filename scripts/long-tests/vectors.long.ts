import { run } from '@cognito-srp/testing/run'

// Checks the published vectors with an independent program that uses only Python's standard library.
process.exitCode = (await run('python3', ['packages/cognito-srp/vectors/verify.py'])) ? 0 : 1
