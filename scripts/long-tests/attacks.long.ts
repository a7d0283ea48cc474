import { run } from '@cognito-srp/testing/run'

// Runs every attack of interop/attacks on this checkout; none may do harm. To run one attack: `node
// --conditions=@cognito-srp/source interop/attacks/run.ts <part of its name>`, after `pnpm run build`.
process.exitCode = (await run('node', ['--conditions=@cognito-srp/source', 'interop/attacks/run.ts'])) ? 0 : 1
