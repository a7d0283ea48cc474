import { run } from '@cognito-srp/testing/run'

// Projects of users, each with the packed client: Jest, bundlers, frameworks, runtimes. For one of them:
// `node --conditions=@cognito-srp/source interop/consumers/run.ts jest-30`, after `pnpm run build`.
process.exitCode = (await run('node', ['--conditions=@cognito-srp/source', 'interop/consumers/run.ts'])) ? 0 : 1
