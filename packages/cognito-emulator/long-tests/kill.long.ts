// Kills the emulator repeatedly with SIGKILL and restarts it on the same data file. Meanwhile, users change their passwords
// and attributes, and an administrator changes pools, clients and groups. No acknowledged change may be missing afterwards.
// Usage: node long-tests/kill.long.ts [kills]

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { call, CallError } from '../test/caller.ts'
import { startServer, type ServerProcess } from '../test/server-process.ts'
import { Administrator, type Endpoint } from './kill/administrator.ts'

const KILLS = Number(process.argv[2] ?? 50)
const USERS = 8
const LONGEST_LIFE_MS = 300
const POOL_ID = 'local_Kill'

/**
 * `acknowledged` is the number of the last acknowledged change. After a restart, the stored number must be at least as
 * large.
 */
type Writer = { username: string; sent: number; acknowledged: number }

const folder = mkdtempSync(join(tmpdir(), 'emulator-kill-'))
const config = join(folder, 'pool.json')
const data = join(folder, 'pool.sqlite')
writeFileSync(config, JSON.stringify({ userPools: [{ id: POOL_ID, clients: [{ id: 'web' }] }] }))
const writers: Writer[] = []
const administrator = new Administrator()
let accessToken = '' // of a user who stays signed in and changes nothing
const problems: string[] = []
let acknowledgedTotal = 0

for (let round = 0; round <= KILLS; round++) {
  const server = await startServer(['--config', config, '--data', data])
  const emulator = over(server)
  if (round === 0) {
    await administrator.begin(emulator)
    for (let index = 0; index < USERS; index++) writers.push(await createWriter(emulator, `user-${index}`))
    accessToken = await signIn(emulator, (await createWriter(emulator, 'reader')).username, 0)
  }
  await call(emulator, 'GetUser', { AccessToken: accessToken })
  for (const writer of writers) problems.push(...(await findLosses(emulator, writer)))
  problems.push(...(await administrator.findLosses(emulator)))
  const isLast = round === KILLS
  const writing = isLast ? [] : writers.map((writer) => writeUntilKilled(emulator, writer))
  const administrating = isLast ? [] : administrator.writeUntilKilled(emulator)
  await sleep(isLast ? 0 : 50 + Math.random() * LONGEST_LIFE_MS)
  server.process.kill(isLast ? 'SIGTERM' : 'SIGKILL')
  await once(server.process, 'exit')
  await Promise.all(writing)
  problems.push(...(await administrating))
}
rmSync(folder, { recursive: true })

const figures = `${acknowledgedTotal} acknowledged changes, ${administrator.acknowledged} of the administrator`
console.log(`${KILLS} kills, ${USERS} users, ${figures}, ${problems.length} lost`)
for (const problem of problems) console.log(`problem: ${problem}`)
process.exitCode = problems.length > 0 || acknowledgedTotal === 0 || administrator.acknowledged === 0 ? 1 : 0

function over({ url }: ServerProcess): Endpoint {
  return { fetch: (request) => fetch(new Request(url, request)) }
}

async function createWriter(emulator: Endpoint, username: string): Promise<Writer> {
  const user = { UserPoolId: POOL_ID, Username: username }
  await call(emulator, 'AdminCreateUser', user)
  await call(emulator, 'AdminSetUserPassword', { ...user, Password: passwordOf(0), Permanent: true })
  return { username, sent: 0, acknowledged: 0 }
}

/** Writes the number of each change to the password and to an attribute, to check that both survive. */
async function writeUntilKilled(emulator: Endpoint, writer: Writer): Promise<void> {
  try {
    for (;;) {
      writer.sent = writer.acknowledged + 1
      await change(emulator, writer)
      writer.acknowledged = writer.sent
      acknowledgedTotal += 2
    }
  } catch (error) {
    if (error instanceof CallError) problems.push(`${writer.username}: ${error.code} ${error.message}`)
  }
}

async function change(emulator: Endpoint, { username, sent }: Writer): Promise<void> {
  const user = { UserPoolId: POOL_ID, Username: username }
  await call(emulator, 'AdminUpdateUserAttributes', {
    ...user,
    UserAttributes: [{ Name: 'name', Value: String(sent) }],
  })
  await call(emulator, 'AdminSetUserPassword', { ...user, Password: passwordOf(sent), Permanent: true })
}

async function findLosses(emulator: Endpoint, writer: Writer): Promise<string[]> {
  type Found = { UserAttributes: { Name: string; Value: string }[] }
  const { username, acknowledged, sent } = writer
  const { UserAttributes } = await call<Found>(emulator, 'AdminGetUser', { UserPoolId: POOL_ID, Username: username })
  const kept = Number(UserAttributes.find(({ Name }) => Name === 'name')?.Value ?? 0)
  const losses = kept < acknowledged ? [`${username}: attribute is ${kept}, acknowledged was ${acknowledged}`] : []
  const signedIn = await Promise.allSettled([acknowledged, sent].map((number) => signIn(emulator, username, number)))
  if (signedIn.every(({ status }) => status === 'rejected'))
    losses.push(`${username}: password ${acknowledged} is gone`)
  return losses
}

async function signIn(emulator: Endpoint, username: string, number: number): Promise<string> {
  type Answer = { AuthenticationResult: { AccessToken: string } }
  const { AuthenticationResult } = await call<Answer>(emulator, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: 'web',
    AuthParameters: { USERNAME: username, PASSWORD: passwordOf(number) },
  })
  return AuthenticationResult.AccessToken
}

function passwordOf(number: number): string {
  return `Senha-${String(number).padStart(6, '0')}`
}
