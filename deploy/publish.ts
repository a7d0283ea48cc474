import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { readOutputs } from './src/publish/outputs.ts'
import { buildStep, DIST, uploadSteps, type Step } from './src/publish/plan.ts'
import { readSettings } from './src/settings.ts'
import { runCommand, UsageError } from './src/usage-error.ts'

// Builds the app for the deployed stack and uploads it. The command needs outputs.json from `pnpm run deploy`, and the
// AWS CLI.

const REPOSITORY = resolve(import.meta.dirname, '..')
const OUTPUTS_FILE = resolve(import.meta.dirname, 'outputs.json')

function runStep({ program, args, environment }: Step): void {
  console.log(`\n> ${program} ${args.join(' ')}`)
  const run = spawnSync(program, args, {
    cwd: REPOSITORY,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  if (run.error) throw new UsageError(`Cannot run ${program} (${run.error.message}). Check that it is installed.`)
  if (run.status !== 0)
    throw new UsageError(`${program} exited with status ${run.status}. The remaining steps were skipped.`)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(join(folder, file)).isFile())
    .map((file) => file.replaceAll('\\', '/'))
}

runCommand(() => {
  const settings = readSettings(process.env)
  const outputs = readOutputs(OUTPUTS_FILE, settings.stackName)
  runStep(buildStep(outputs, settings))
  for (const step of uploadSteps(outputs, filesBelow(join(REPOSITORY, DIST)))) runStep(step)
  console.log(`\nPublished: ${outputs.SiteUrl}`)
})
