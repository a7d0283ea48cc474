import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from '@cognito-srp/testing/pack'

import { judgeOwnTests } from './own-tests/judge.ts'
import { judgePrograms } from './pairs/judge.ts'
import { prepareProject } from './project.ts'
import { judgeTypes } from './types/judge.ts'

// Compares the packed client's drop-in with amazon-cognito-identity-js. Build the client first. Arguments select parts:
// `node --conditions=@cognito-srp/source interop/identity-js/run.ts programs mfa`.

const PARTS = { types: judgeTypes, programs: judgePrograms, tests: judgeOwnTests }

const [part, ...chosen] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'client-'))
const project = await prepareProject(await pack(folder))
try {
  for (const [name, judge] of Object.entries(PARTS)) {
    if (part !== undefined && part !== name) continue
    console.log(`\n── ${name}\n`)
    if (!(await judge(project, chosen))) process.exitCode = 1
  }
} finally {
  await project.close()
  await rm(folder, { recursive: true })
}
