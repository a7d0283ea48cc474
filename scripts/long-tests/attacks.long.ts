import { run } from '@cognito-srp/testing/run'

// Runs every attack in interop/attacks on this checkout. No attack may do harm. To run one attack: `node
// --conditions=@cognito-srp/source interop/attacks/run.ts <part of its name>`, after `pnpm run build`.

process.exitCode = (await run('node', ['--conditions=@cognito-srp/source', 'interop/attacks/run.ts'])) ? 0 : 1
