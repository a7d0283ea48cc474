// `npm run example -- react-page` installs and starts an example. The command also starts the examples' user pools,
// unless USER_POOL_ID names a real pool.

import { existsSync } from 'node:fs'
import { install, run } from '@cognito-srp/testing/run'

import { startEmulator } from '../packages/cognito-emulator/src/index.ts'
import { readPools } from './examples/pool.ts'

/** Port of the user pools in the examples' `.env`. */
const EMULATOR_PORT = 9339

const [name = '', script = 'start'] = process.argv.slice(2).filter((argument) => argument !== '--')
const folder = `examples/${name}`
if (name === '' || !existsSync(`${folder}/package.json`)) {
  throw new Error('Pass the name of a folder in examples/, for example: npm run example -- react-page')
}
if (!(await run('pnpm', ['--filter', '@cognito-srp/client', 'build'])))
  throw new Error('The client could not be built.')
if (!(await install('interop', `../${folder}`)))
  throw new Error('The dependencies of the example could not be installed.')

const pools = readPools(name)
const { USER_POOL_ID } = process.env
const isLocal = USER_POOL_ID === undefined || pools.userPools.some(({ id }) => id === USER_POOL_ID)
const emulator = isLocal ? await startPools() : undefined
if (!isLocal) process.env['COGNITO_ENDPOINT'] ??= '' // use the real service
process.exitCode = (await run('node', ['--run', script], { cwd: folder })) ? 0 : 1
await emulator?.close()

async function startPools() {
  const emulator = await startEmulator({
    ...pools,
    port: EMULATOR_PORT,
    onDelivery: ({ medium, destination, code }) => console.log(`${medium} to ${destination}: ${code}`),
  })
  console.log(`The user pool is at ${emulator.url}. examples/README.md lists its users.`)
  return emulator
}
