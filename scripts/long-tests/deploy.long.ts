import { install, run } from '@cognito-srp/testing/run'

// In its own workspace, runs the infrastructure's tests, which check the synthesised template and the bundled function.

const steps = [
  () => install('deploy'),
  () => run('pnpm', ['typecheck'], { cwd: 'deploy' }),
  () => run('pnpm', ['test'], { cwd: 'deploy' }),
]
for (const step of steps) {
  if (!(await step())) process.exit(1)
}
