// Runs the two model tests of devices that answer and sync concurrently, with many more runs than `npm test`. The first
// model tests the app's sync engine with a network, storage and tabs that fail at random. The second model tests API
// servers that share one database.

import { run } from '@cognito-srp/testing/run'

const MODELS = [
  { project: 'quiz-app', file: 'src/sync/sync.model.test.ts', runs: '1000' },
  { project: 'quiz-api', file: 'test/devices.test.ts', runs: '40' },
]

for (const { project, file, runs } of MODELS) {
  const parameters = ['run', '--config', 'vitest.workspace.ts', '--project', project, file]
  if (!(await run('vitest', parameters, { env: { MODEL_RUNS: runs } }))) process.exitCode = 1
}
