import { run } from '@cognito-srp/testing/run'

// Tests the packed client in typical projects with Jest, bundlers, frameworks and runtimes. To run one project: `node
// --conditions=@cognito-srp/source interop/consumers/run.ts jest-30`, after `pnpm run build`.
process.exitCode = (await run('node', ['--conditions=@cognito-srp/source', 'interop/consumers/run.ts'])) ? 0 : 1
