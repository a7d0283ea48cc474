import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { startDynamoDb, type TestDynamoDb } from '@cognito-srp/testing/dynamodb'
import { createSigningPool, serveKeySet } from '@cognito-srp/testing/signing-pool'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { importBank, openDynamoDbStore } from '../../packages/quiz-api/src/index.ts'
import { bundleApi } from '../src/bundle-api.ts'
import { browserRequest, type GatewayResult } from './gateway-event.ts'
import { actionsOf, allowsOnPartition, roleStatements } from './policy.ts'
import { REGION, sole, soleId, synthesise } from './synthesise.ts'

// These tests run the Lambda function's bundle with the template's variables and table and with the gateway's events.
// The bundle's requests to the table are checked against the role's policy.

const TABLE = 'revisa-table'
const SITE_HOST = 'd111111abcdef8.cloudfront.net'
const CLIENT_ID = '1example23456789'
const QUESTION = { id: 'q-1', question: 'Quanto é 2 + 2?', alternatives: ['3', '4'], correct: 1, theme: 'Matemática' }
const USERNAME = '5f2b0c9e-1111-2222-3333-444455556666'

const template = synthesise()
const pool = await createSigningPool({ poolId: `${REGION}_AbCdEfGhI`, clientId: CLIENT_ID })
let dynamoDb: TestDynamoDb
let keys: Awaited<ReturnType<typeof serveKeySet>>
let handler: (event: object, context: object) => Promise<GatewayResult>
let token: string

beforeAll(async () => {
  dynamoDb = await startDynamoDb()
  keys = await serveKeySet(pool)
  const local = { ...dynamoDb.environment, JWKS_URL: keys.url }
  for (const [name, value] of Object.entries({ ...functionVariables(), ...local })) vi.stubEnv(name, value)
  await createTable()
  await importOwnersBank()
  dynamoDb.requests.length = 0 // the owner's import has other rights than the function
  ;({ handler } = await import(pathToFileURL(resolve(bundleApi(), 'index.mjs')).href))
  token = await pool.accessToken(USERNAME)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await keys.stop()
  await dynamoDb.stop()
})

test('a new student has no statistics, and can create and read them', async () => {
  expect(await call('GET', '/api/stats')).toMatchObject({ statusCode: 404 })
  const stats = { id: USERNAME, questionsStats: { 'q-1': { tries: 2, correct: 1 } } }
  expect(await call('PUT', '/api/stats', stats)).toMatchObject({ statusCode: 201 })
  const read = await call('GET', '/api/stats')
  expect(read.statusCode).toBe(200)
  expect(JSON.parse(read.body)).toEqual({ ...stats, marks: {} })
})

test('the imported bank is returned compressed, at the path that CloudFront forwards', async () => {
  const bank = await call('GET', '/api/questions')
  expect(bank).toMatchObject({ statusCode: 200, isBase64Encoded: true, headers: { 'content-encoding': 'br' } })
  expect(JSON.parse(String(brotliDecompressSync(Buffer.from(bank.body, 'base64'))))).toEqual([QUESTION])
})

test('the XSRF cookie is valid for the whole site and only over TLS', async () => {
  const { cookies = [], headers } = await call('GET', '/api/stats')
  const cookie = [...cookies, headers['set-cookie'] ?? ''].join()
  expect(cookie).toMatch(/__Host-XSRF-TOKEN=.*Path=\/;.*Secure/)
})

test("a write with the XSRF cookie needs the cookie's value in a header", async () => {
  const put = { method: 'PUT', path: '/api/stats', token, body: { id: USERNAME, questionsStats: {} } }
  const cookies = ['theme=dark', 'XSRF-TOKEN=abc']
  expect(await handler(browserRequest({ ...put, cookies }), {})).toMatchObject({ statusCode: 403 })
  const headers = { 'x-xsrf-token': 'abc' }
  expect(await handler(browserRequest({ ...put, cookies, headers }), {})).toMatchObject({ statusCode: 200 })
})

test('pages of the site can write, but pages of another site cannot', async () => {
  const deletion = { method: 'DELETE', path: '/api/stats', token }
  const ownPage = { origin: `https://${SITE_HOST}` }
  expect(await handler(browserRequest({ ...deletion, headers: ownPage }), {})).toMatchObject({ statusCode: 204 })
  const foreignPage = { origin: 'https://evil.example' }
  expect(await handler(browserRequest({ ...deletion, headers: foreignPage }), {})).toMatchObject({ statusCode: 403 })
})

test('the function rejects an ID token, which the gateway cannot distinguish from an access token', async () => {
  const idToken = await pool.accessToken(USERNAME, { token_use: 'id', aud: CLIENT_ID, client_id: undefined })
  const result = await handler(browserRequest({ method: 'GET', path: '/api/stats', token: idToken }), {})
  expect(result.statusCode).toBe(401)
})

test('the function rejects a token of another client, even if the gateway accepts it', async () => {
  const foreign = await pool.accessToken(USERNAME, { client_id: 'other' })
  const result = await handler(browserRequest({ method: 'GET', path: '/api/stats', token: foreign }), {})
  expect(result.statusCode).toBe(401)
})

test('the role allows exactly the DynamoDB operations that the function calls', async () => {
  await call('PUT', '/api/stats', hugeStats('a'))
  await call('PUT', '/api/stats', hugeStats('b'))
  expect((await call('GET', '/api/stats')).statusCode).toBe(200)

  const statements = roleStatements(template)
  const denied = dynamoDb.requests.filter(({ action, partition }) => !allowsOnPartition(statements, action, partition))
  expect(denied).toEqual([])
  const used = new Set(dynamoDb.requests.map(({ action }) => action))
  const allowed = statements.flatMap(actionsOf).filter((action) => action.startsWith('dynamodb:'))
  expect([...used].toSorted()).toEqual(allowed.toSorted())
})

test('the role does not allow changes to the question bank', () => {
  const statements = roleStatements(template)
  expect(allowsOnPartition(statements, 'dynamodb:GetItem', 'bank')).toBe(true)
  expect(allowsOnPartition(statements, 'dynamodb:PutItem', 'bank')).toBe(false)
  expect(allowsOnPartition(statements, 'dynamodb:DeleteItem', 'bank')).toBe(false)
})

function call(method: string, path: string, body?: unknown): Promise<GatewayResult> {
  return handler(browserRequest({ method, path, token, body }), {})
}

/** The function's variables, with references replaced as CloudFormation would replace them. */
function functionVariables(): Record<string, string> {
  const { Environment } = sole(template, 'AWS::Lambda::Function').Properties
  const text = JSON.stringify((Environment as { Variables: object }).Variables)
    .replaceAll(
      JSON.stringify({ 'Fn::GetAtt': [soleId(template, 'AWS::Cognito::UserPool'), 'ProviderURL'] }),
      `"${pool.issuer}"`,
    )
    .replaceAll(JSON.stringify({ Ref: soleId(template, 'AWS::Cognito::UserPoolClient') }), `"${CLIENT_ID}"`)
    .replaceAll(JSON.stringify({ Ref: soleId(template, 'AWS::DynamoDB::GlobalTable') }), `"${TABLE}"`)
    .replaceAll(
      JSON.stringify({ 'Fn::GetAtt': [soleId(template, 'AWS::CloudFront::Distribution'), 'DomainName'] }),
      `"${SITE_HOST}"`,
    )
    .replaceAll(/\{"Fn::Join":\["",\["([^"]*)","([^"]*)"\]\]\}/g, '"$1$2"')
  return JSON.parse(text)
}

async function createTable(): Promise<void> {
  const { KeySchema, AttributeDefinitions, BillingMode } = sole(template, 'AWS::DynamoDB::GlobalTable').Properties
  const definition = { KeySchema, AttributeDefinitions, BillingMode } as Omit<CreateTableCommand['input'], 'TableName'>
  const client = new DynamoDBClient({})
  await client.send(new CreateTableCommand({ ...definition, TableName: TABLE }))
  client.destroy()
}

/** Imports a bank as `quiz-api import` does on the owner's machine. */
async function importOwnersBank(): Promise<void> {
  const store = await openDynamoDbStore({ table: TABLE })
  await importBank(store, [QUESTION])
  await store.close()
}

/** Statistics that are too large for one item even when compressed. */
function hugeStats(prefix: string) {
  const ids = Array.from({ length: 9_500 }, () => prefix + randomBytes(52).toString('base64url'))
  return { id: USERNAME, questionsStats: Object.fromEntries(ids.map((id) => [id, { tries: 3, correct: 1 }])) }
}
