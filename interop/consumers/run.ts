import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from '@cognito-srp/testing/pack'

import { startEmulator } from '../../packages/cognito-emulator/src/index.ts'
import { listConsumers } from './consumer.ts'
import { runConsumer, type Result } from './result.ts'
import { formatTable } from './table.ts'

// Tests the packed client in each consumer project, one per folder. Arguments select projects: `node
// --conditions=@cognito-srp/source interop/consumers/run.ts jest` runs those whose folder name contains "jest".

// `--keep` keeps the copies, to inspect the installation and the build.

const keeps = process.argv.includes('--keep')
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const consumers = listConsumers().filter(
  ({ name }) => chosen.length === 0 || chosen.some((part) => name.includes(part)),
)

const users = [{ username: 'ana', password: 'Senha-123' }]
const emulator = await startEmulator({
  userPools: [
    { id: 'local_Pool1', clients: [{ id: 'web' }], users, deviceTracking: 'always' },
    { id: 'local_Pool2', clients: [{ id: 'plain' }], users },
    { id: 'local_Pool3', clients: [{ id: 'hosted', callbackUrls: ['http://127.0.0.1/'] }], users },
  ],
})
const folder = await mkdtemp(join(tmpdir(), 'consumers-'))
const results: Result[] = []
try {
  const tarball = await pack(folder)
  for (const consumer of consumers) {
    const result = await runConsumer(consumer, { tarball, folder, endpoint: emulator.url, keeps })
    console.log(`${result.failure === undefined ? 'passed' : 'FAILED'}: ${consumer.name}, ${result.seconds} s`)
    if (result.failure !== undefined) console.log(result.failure)
    results.push(result)
  }
} finally {
  if (keeps) console.log(`kept: ${folder}`)
  else await rm(folder, { recursive: true, force: true })
  await emulator.close()
}

const failed = results.filter(({ failure }) => failure !== undefined)
console.log(`\n${formatTable(results)}`)
console.log(`\n${results.length - failed.length} consumers passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 || results.length === 0 ? 1 : 0
