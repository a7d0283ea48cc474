import { install, run } from '@cognito-srp/testing/run'

// Runs the tests of the infrastructure in its own workspace, which check the synthesised template and the bundled
// function.

const steps = [
  () => install('deploy'),
  () => run('pnpm', ['typecheck'], { cwd: 'deploy' }),
  () => run('pnpm', ['test'], { cwd: 'deploy' }),
]
for (const step of steps) {
  if (!(await step())) process.exit(1)
}
