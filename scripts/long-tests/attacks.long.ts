import { run } from '@cognito-srp/testing/run'

// Every attack of interop/attacks on this checkout, and on nobody's harm. For one of them:
// `node --conditions=@cognito-srp/source interop/attacks/run.ts <part of its name>`, after `pnpm run build`.
process.exitCode = (await run('node', ['--conditions=@cognito-srp/source', 'interop/attacks/run.ts'])) ? 0 : 1
