import { run } from '@cognito-srp/testing/run'

// Checks the published vectors with an independent program that uses only Python's standard library.
process.exitCode = (await run('python3', ['packages/vectors/generate/verify.py'])) ? 0 : 1
