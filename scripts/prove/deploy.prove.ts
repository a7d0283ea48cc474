import { run } from '../run.ts'

// The infrastructure's own tests, in its own workspace: the synthesised template, the bundled function, the costs.

const STEPS = [['install', '--frozen-lockfile', '--prefer-offline'], ['typecheck'], ['test']]

for (const step of STEPS) {
  if (!(await run('pnpm', step, { cwd: 'deploy' }))) process.exit(1)
}
