import { install, run } from '@cognito-srp/testing/run'

// Type-checks and tests the infrastructure in its own workspace. The tests check the synthesised template and the
// bundled function.

const steps = [
  () => install('deploy'),
  () => run('pnpm', ['typecheck'], { cwd: 'deploy' }),
  () => run('pnpm', ['test'], { cwd: 'deploy' }),
]
for (const step of steps) {
  if (!(await step())) process.exit(1)
}
