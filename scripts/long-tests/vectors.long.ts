import { run } from '@cognito-srp/testing/run'

// The published vectors checked by a program that shares nothing with our code, in Python's standard library alone.
process.exitCode = (await run('python3', ['packages/cognito-srp/vectors/verify.py'])) ? 0 : 1
