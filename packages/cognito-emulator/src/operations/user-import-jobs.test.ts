import { beforeEach, expect, test } from 'vitest'

import { ANA, call, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import type { Emulator, UserPoolConfig } from '../index.ts'

const NOW_MS = Date.UTC(2026, 10, 22)
const pool = { UserPoolId: POOL_ID }
const order = { ...pool, JobName: 'turma', CloudWatchLogsRoleArn: 'arn:aws:iam::123456789012:role/logs' }
const HEADER = 'name,email,email_verified,cognito:mfa_enabled,cognito:username'

type Job = { JobId: string; PreSignedUrl: string; Status: string }
type Answer = { UserImportJob: Job }

let emulator: Emulator
const start = (settings: Partial<UserPoolConfig> = {}): void => {
  emulator = createTestEmulator(settings, { now: () => NOW_MS })
}
beforeEach(() => start())

const create = async (): Promise<Job> => (await call<Answer>(emulator, 'CreateUserImportJob', order)).UserImportJob
const on = async (operation: string, { JobId }: Job): Promise<Job> =>
  (await call<Answer>(emulator, operation, { ...pool, JobId })).UserImportJob
const upload = (address: string, body: string): Promise<Response> =>
  emulator.fetch(new Request(address, { method: 'PUT', body }))
async function importFile(...lines: string[]): Promise<Job> {
  const job = await create()
  await upload(job.PreSignedUrl, lines.join('\n'))
  await on('StartUserImportJob', job)
  return on('DescribeUserImportJob', job)
}

test("GetCSVHeader lists the pool's attributes except sub", async () => {
  start({ schema: [{ name: 'custom:turma', dataType: 'String', required: false, mutable: true }] })
  const { CSVHeader } = await call<{ CSVHeader: string[] }>(emulator, 'GetCSVHeader', pool)
  expect(CSVHeader).toEqual(expect.arrayContaining(['email', 'email_verified', 'updated_at', 'custom:turma']))
  expect(CSVHeader.slice(-2)).toEqual(['cognito:mfa_enabled', 'cognito:username'])
  expect(CSVHeader).not.toContain('sub')
})

test('an import job requires a file, and can be started once', async () => {
  const job = await create()
  expect(job).toEqual({
    ...order,
    JobId: expect.stringMatching(/^import-[0-9a-zA-Z-]+$/),
    PreSignedUrl: expect.any(String),
    CreationDate: NOW_MS / 1000,
    Status: 'Created',
    ImportedUsers: 0,
    SkippedUsers: 0,
    FailedUsers: 0,
  })
  await expect(on('StartUserImportJob', job)).rejects.toMatchObject({ code: 'PreconditionNotMetException' })
  expect((await upload(job.PreSignedUrl, `${HEADER}\nBia,bia@example.com,true,false,bia\n`)).status).toBe(200)
  expect(await on('StartUserImportJob', job)).toMatchObject({ Status: 'Pending' })
  expect(await on('DescribeUserImportJob', job)).toMatchObject({ Status: 'Succeeded', ImportedUsers: 1 })
  await expect(on('StartUserImportJob', job)).rejects.toMatchObject({ code: 'PreconditionNotMetException' })
})

test('an imported user can set a password with a code', async () => {
  await importFile(HEADER, 'Bia,bia@example.com,true,false,bia')
  const bia = { ClientId: 'web', Username: 'bia' }
  expect(await call(emulator, 'AdminGetUser', { ...pool, Username: 'bia' })).toMatchObject({
    UserStatus: 'RESET_REQUIRED',
    UserAttributes: expect.arrayContaining([{ Name: 'name', Value: 'Bia' }]),
  })
  await call(emulator, 'ForgotPassword', bia)
  const ConfirmationCode = emulator.outbox.at(-1)?.code
  await call(emulator, 'ConfirmForgotPassword', { ...bia, ConfirmationCode, Password: 'Minha-Senha-9' })
  expect(await call(emulator, 'AdminGetUser', { ...pool, Username: 'bia' })).toMatchObject({ UserStatus: 'CONFIRMED' })
})

test('an import counts imported, existing and invalid users', async () => {
  const job = await importFile(
    HEADER,
    '"Souza, ""Bia""",bia@example.com,true,false,bia',
    'Davi\\, o outro,davi@example.com,TRUE,false,davi',
    `Ana,nova@example.com,true,false,${ANA.username}`,
    'Caio,caio@example.com,false,false,caio',
    'Caio,caio,true,false,caio',
    'too few',
    'Eva,eva@example.com,true,false,',
  )
  expect(job).toMatchObject({ Status: 'Succeeded', ImportedUsers: 2, SkippedUsers: 1, FailedUsers: 4 })
  for (const [Username, Value] of [
    ['bia', 'Souza, "Bia"'],
    ['davi', 'Davi, o outro'],
  ]) {
    const { UserAttributes } = await call(emulator, 'AdminGetUser', { ...pool, Username })
    expect(UserAttributes).toContainEqual({ Name: 'name', Value })
  }
})

test.each(['name,email', `${HEADER},turma`, ''])('an import fails for a file with the header %j', async (header) => {
  expect(await importFile(header, 'Bia')).toMatchObject({ Status: 'Failed', ImportedUsers: 0 })
})

test('an upload is accepted only at the upload address of a waiting job', async () => {
  const job = await create()
  expect((await upload(`${job.PreSignedUrl}x`, HEADER)).status).toBe(404)
  expect((await upload(job.PreSignedUrl.replace(job.JobId, 'import-1'), HEADER)).status).toBe(404)
  expect(await on('StopUserImportJob', job)).toMatchObject({ Status: 'Stopped' })
  expect((await upload(job.PreSignedUrl, HEADER)).status).toBe(404)
  await expect(on('StopUserImportJob', job)).rejects.toMatchObject({ code: 'PreconditionNotMetException' })
})

test('a stopped import job cannot be started', async () => {
  const job = await create()
  await on('StopUserImportJob', job)
  await expect(on('StartUserImportJob', job)).rejects.toMatchObject({
    code: 'PreconditionNotMetException',
    message: `User import job ${job.JobId} cannot be started. Its status is Stopped.`,
  })
})

test('an upload is rejected if its job is stopped during the upload, and the job stays stopped', async () => {
  const job = await create()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const body = { method: 'PUT', body: readable, duplex: 'half' } as const
  const uploading = emulator.fetch(new Request(job.PreSignedUrl, body))
  const writer = writable.getWriter()
  await writer.write(new TextEncoder().encode(HEADER))
  await on('StopUserImportJob', job)
  await writer.close()
  expect((await uploading).status).toBe(404)
  expect(await on('DescribeUserImportJob', job)).toMatchObject({ Status: 'Stopped' })
})

test('ListUserImportJobs paginates its results, and DescribeUserImportJob rejects an unknown job', async () => {
  for (let time = 0; time < 3; time++) await create()
  const page = { ...pool, MaxResults: 2 }
  const first = await call<{ PaginationToken: string }>(emulator, 'ListUserImportJobs', page)
  expect(first).toMatchObject({ UserImportJobs: [{ JobName: 'turma' }, { JobName: 'turma' }] })
  const last = await call(emulator, 'ListUserImportJobs', { ...page, PaginationToken: first.PaginationToken })
  expect(last).toEqual({ UserImportJobs: [expect.objectContaining({ JobName: 'turma' })] })
  const unknown = call(emulator, 'DescribeUserImportJob', { ...pool, JobId: 'import-1' })
  await expect(unknown).rejects.toMatchObject({ code: 'ResourceNotFoundException' })
})
