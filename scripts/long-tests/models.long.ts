// The two models of devices that answer and sync at once, as long as nobody waits for them: the app's engine against a
// server that fails in every way (`npm test` makes 20 runs of each setting), and the API's servers on one database.

import { run } from '@cognito-srp/testing/run'

const MODELS = [
  { project: 'quiz-app', file: 'src/sync/sync.model.test.ts', runs: '1000' },
  { project: 'quiz-api', file: 'test/devices.test.ts', runs: '40' },
]

for (const { project, file, runs } of MODELS) {
  const parameters = ['run', '--config', 'vitest.workspace.ts', '--project', project, file]
  if (!(await run('vitest', parameters, { env: { MODEL_RUNS: runs } }))) process.exitCode = 1
}
