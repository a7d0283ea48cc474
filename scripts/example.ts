// npm run example -- react-page: installs an example and starts it, with the user pools of the demonstration beside it
// unless USER_POOL_ID names one of the service.

import { existsSync } from 'node:fs'
import { install, run } from '@cognito-srp/testing/run'

import { startEmulator } from '../packages/cognito-emulator/src/index.ts'
import { readPools } from './examples/pool.ts'

/** Where `.env` of the examples says. */
const EMULATOR_PORT = 9339

const [name = '', script = 'start'] = process.argv.slice(2).filter((argument) => argument !== '--')
const folder = `examples/${name}`
if (name === '' || !existsSync(`${folder}/package.json`)) {
  throw new Error('Which one? For example: npm run example -- react-page')
}
if (!(await run('pnpm', ['--filter', '@cognito-srp/client', 'build'])))
  throw new Error('The client could not be built.')
if (!(await install('interop', `../${folder}`))) throw new Error('What the example needs could not be installed.')

const pools = readPools(name)
const { USER_POOL_ID } = process.env
const isLocal = USER_POOL_ID === undefined || pools.userPools.some(({ id }) => id === USER_POOL_ID)
const emulator = isLocal ? await startPools() : undefined
if (!isLocal) process.env['COGNITO_ENDPOINT'] ??= '' // the service itself
process.exitCode = (await run('node', ['--run', script], { cwd: folder })) ? 0 : 1
await emulator?.close()

async function startPools() {
  const emulator = await startEmulator({
    ...pools,
    port: EMULATOR_PORT,
    onDelivery: ({ medium, destination, code }) => console.log(`${medium} to ${destination}: ${code}`),
  })
  console.log(`The user pool is at ${emulator.url}; examples/README.md says whom to sign in as.`)
  return emulator
}
