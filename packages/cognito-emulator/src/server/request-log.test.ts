import { expect, test, vi } from 'vitest'

import { ANA, call, createTestEmulator, POOL_ID } from '../../test/caller.ts'
import { describeRequest, type AnsweredRequest, type Emulator } from '../index.ts'

function listen(): { emulator: Emulator; requests: AnsweredRequest[] } {
  const requests: AnsweredRequest[] = []
  return { emulator: createTestEmulator({}, { onRequest: (request) => requests.push(request) }), requests }
}

test('onRequest receives the operation, client, user and status of a call', async () => {
  const { emulator, requests } = listen()
  const AuthParameters = { USERNAME: 'ana', PASSWORD: 'Senha-999' }
  await call(emulator, 'InitiateAuth', { ClientId: 'web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }).catch(
    () => undefined,
  )
  await call(emulator, 'AdminGetUser', { UserPoolId: POOL_ID, Username: 'ana' })
  expect(requests).toMatchObject([
    { operation: 'InitiateAuth', clientId: 'web', username: 'ana', status: 400, error: 'NotAuthorizedException' },
    { operation: 'AdminGetUser', userPoolId: POOL_ID, username: 'ana', status: 200 },
  ])
  expect(requests.map((request) => describeRequest({ ...request, durationMs: 12.3 }))).toEqual([
    'InitiateAuth client=web user=ana 400 NotAuthorizedException 12 ms',
    'AdminGetUser pool=local_Pool1 user=ana 200 12 ms',
  ])
})

test('onRequest receives no password, token, code or query string', async () => {
  const { emulator, requests } = listen()
  const AuthParameters = { USERNAME: 'ana', PASSWORD: ANA.password }
  const { AuthenticationResult: tokens } = await call<{ AuthenticationResult: { AccessToken: string } }>(
    emulator,
    'InitiateAuth',
    { ClientId: 'web', AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters },
  )
  await call(emulator, 'GetUser', tokens)
  const form = new URLSearchParams({ client_id: 'web', code: 'a-code', code_verifier: 'a-verifier' })
  await emulator.fetch(new Request('http://127.0.0.1/nothing?code=a-code', { method: 'POST', body: form }))
  await emulator.fetch(new Request('http://127.0.0.1/nothing?client_id=web&state=a-code'))
  expect(requests.map(describeRequest)).toEqual([
    expect.stringMatching(/^InitiateAuth client=web user=ana 200 \d+ ms$/),
    expect.stringMatching(/^GetUser 200 \d+ ms$/),
    expect.stringMatching(/^POST \/nothing client=web 404 UnknownOperationException \d+ ms$/),
    expect.stringMatching(/^GET \/nothing client=web 404 UnknownOperationException \d+ ms$/),
  ])
  expect(JSON.stringify(requests)).not.toMatch(new RegExp(`${ANA.password}|${tokens.AccessToken}|a-code|a-verifier`))
})

test('onRequest receives the path of an upload with the upload key removed', async () => {
  const { emulator, requests } = listen()
  const order = { UserPoolId: POOL_ID, JobName: 'turma', CloudWatchLogsRoleArn: 'arn:aws:iam::123456789012:role/logs' }
  const { UserImportJob: job } = await call<{ UserImportJob: { JobId: string; PreSignedUrl: string } }>(
    emulator,
    'CreateUserImportJob',
    order,
  )
  expect((await emulator.fetch(new Request(job.PreSignedUrl, { method: 'PUT', body: 'name' }))).status).toBe(200)
  expect(requests.at(-1)).toMatchObject({ method: 'PUT', path: `/_import/${POOL_ID}/${job.JobId}/…`, status: 200 })
})

test('describeRequest escapes control characters in names', () => {
  const request = { method: 'GET', path: '/', username: 'ana\n\u001b[2J', status: 200, durationMs: 1 }
  expect(describeRequest(request)).toBe('GET / user=ana\\u{a}\\u{1b}[2J 200 1 ms')
})

test('onRequest is called for dropped connections and malformed bodies', async () => {
  const { emulator, requests } = listen()
  emulator.faults.order({ fault: { kind: 'drop' } })
  await expect(call(emulator, 'GetUser', {})).rejects.toThrow(TypeError)
  await emulator.fetch(new Request('http://127.0.0.1/', { method: 'POST', body: 'no JSON' }))
  await emulator.fetch(
    new Request('http://127.0.0.1/', { method: 'POST', body: `{"ClientId":"${'x'.repeat(70_000)}"}` }),
  )
  expect(requests.map(describeRequest)).toEqual([
    expect.stringMatching(/^GetUser dropped \d+ ms$/),
    expect.stringMatching(/^POST \/ 400 UnknownOperationException \d+ ms$/),
    expect.stringMatching(/^POST \/ \d+ \w+ \d+ ms$/),
  ])
})

test('an error thrown by onRequest is logged and does not break the response', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const onRequest = () => {
    throw new Error('a full disk')
  }
  const emulator = createTestEmulator({}, { onRequest })
  expect((await emulator.fetch(new Request('http://127.0.0.1/health'))).status).toBe(200)
  expect(log).toHaveBeenCalledWith(expect.stringContaining('a full disk'))
  log.mockRestore()
})
