import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { startDynamoDb, type TestDynamoDb } from '@cognito-srp/testing/dynamodb'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { testStoreContract } from '../../test/store-contract.ts'
import { openDynamoDbStore } from './dynamodb-store.ts'
import { StoreUnavailableError, type QuizStore } from './quiz-store.ts'

const opened: QuizStore[] = []
let dynamoDb: TestDynamoDb

beforeAll(async () => {
  dynamoDb = await startDynamoDb()
})

afterAll(async () => {
  for (const store of opened) await store.close()
  await dynamoDb.stop()
})

async function open(table: string, client: DynamoDBClient = dynamoDb.createClient()): Promise<QuizStore> {
  const store = await openDynamoDbStore({ table, client, createMissingTable: true })
  opened.push(store)
  return store
}

testStoreContract(() => {
  const table = randomUUID()
  return { open: () => open(table) }
})

test('statistics of 10,000 questions with UUIDs as ids and 1,000 marks fit into one item', async () => {
  const table = randomUUID()
  const store = await open(table)
  const counts = Array.from({ length: 10_000 }, () => [randomUUID(), { tries: 1_000, correct: 999 }])
  const marks = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${index}`.padEnd(100, '-'), 2 ** 40]))
  const questionsStatsJson = JSON.stringify(Object.fromEntries(counts))
  await store.writeStats('ana', () => ({ marks, questionsStatsJson }))
  expect(await sortKeysOf(table, 'stats#ana')).toEqual(['head'])
  expect(await store.readStats('ana')).toMatchObject({ marks, questionsStatsJson })
})

test('opening a missing table fails with an error that says how to fix it', async () => {
  const opening = openDynamoDbStore({ table: 'missing', client: dynamoDb.createClient() })
  await expect(opening).rejects.toThrow(/table missing: ResourceNotFoundException.*AWS_REGION/)
  await expect(opening).rejects.toThrow(StoreUnavailableError)
})

const LARGE = JSON.stringify({ noise: randomBytes(600_000).toString('base64') })

type Interruption = { command: string; item: string; when: 'before' | 'after' }

/** Creates a client that is interrupted once, before or after a command whose input contains `item`. */
function interruptedClient({ command, item, when }: Interruption, interrupt: () => Promise<void>): DynamoDBClient {
  const client = dynamoDb.createClient()
  let isDone = false
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const isMeant = !isDone && context['commandName'] === command && JSON.stringify(args.input).includes(item)
      if (!isMeant) return next(args)
      isDone = true
      if (when === 'before') await interrupt()
      const result = await next(args)
      if (when === 'after') await interrupt()
      return result
    },
    { step: 'finalizeRequest', priority: 'low', name: 'interrupt' },
  )
  return client
}

test('a write whose response is lost is stored exactly once', async () => {
  const table = randomUUID()
  await open(table)
  let lost = 0
  const client = interruptedClient({ command: 'PutItemCommand', item: '"head"', when: 'after' }, () => {
    lost += 1
    return Promise.reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET', $retryable: {} }))
  })
  const store = await open(table, client)
  const outcome = await store.writeStats('ana', () => ({ marks: {}, questionsStatsJson: LARGE }))
  expect(lost).toBe(1)
  expect(outcome).toMatchObject({ status: 'written', created: true })
  expect(await textOf(store)).toBe(LARGE)
})

test('if a write replaces the chunks during a read, the read returns the new version', async () => {
  const table = randomUUID()
  const writer = await open(table)
  const replacement = JSON.stringify({ noise: randomBytes(600_000).toString('base64') })
  await writer.writeStats('ana', () => ({ marks: {}, questionsStatsJson: LARGE }))
  const client = interruptedClient({ command: 'GetItemCommand', item: '#0001', when: 'before' }, async () => {
    await writer.writeStats('ana', () => ({ marks: {}, questionsStatsJson: replacement }))
  })
  const reader = await open(table, client)
  expect(await textOf(reader)).toBe(replacement)
})

test('if another writer was faster, a write computes the statistics again and deletes the chunks of its first attempt', async () => {
  const table = randomUUID()
  const first = await open(table)
  const client = interruptedClient({ command: 'PutItemCommand', item: '"head"', when: 'before' }, async () => {
    await first.writeStats('ana', () => ({ marks: { first: 1 }, questionsStatsJson: '{}' }))
  })
  const second = await open(table, client)
  await second.writeStats('ana', (current) => ({
    marks: { ...current?.marks, second: 2 },
    questionsStatsJson: LARGE,
  }))
  expect(await first.readStats('ana')).toMatchObject({ marks: { first: 1, second: 2 } })
  expect(await textOf(first)).toBe(LARGE)
  expect(await sortKeysOf(table, 'stats#ana')).toHaveLength(3) // the head and the two chunks that it names
})

test('a deletion removes all items of the user, and checks its condition again if another write came first', async () => {
  const table = randomUUID()
  const writer = await open(table)
  await writer.writeStats('ana', () => ({ marks: { first: 1 }, questionsStatsJson: LARGE }))
  const client = interruptedClient({ command: 'DeleteItemCommand', item: '"head"', when: 'before' }, async () => {
    await writer.writeStats('ana', () => ({ marks: { second: 2 }, questionsStatsJson: LARGE }))
  })
  const seen: unknown[] = []
  const store = await open(table, client)
  await store.deleteStats('ana', (current) => {
    seen.push(current?.marks)
    return null
  })
  expect(seen).toEqual([{ first: 1 }, { second: 2 }])
  expect(await sortKeysOf(table, 'stats#ana')).toEqual([])
})

test('a write deletes the chunks of the replaced version and of crashed writers', async () => {
  const table = randomUUID()
  const store = await open(table)
  const client = dynamoDb.createClient()
  const abandoned = (sk: string, writtenAtMs: number) => ({ pk: 'stats#ana', sk, version: 'dead', writtenAtMs })
  await client.send(new PutCommand({ TableName: table, Item: abandoned('chunk#dead#0000', 0) }))
  await client.send(new PutCommand({ TableName: table, Item: abandoned('chunk#live#0000', Date.now()) }))
  await store.writeStats('ana', () => ({ marks: {}, questionsStatsJson: LARGE }))
  await store.writeStats('ana', () => ({ marks: {}, questionsStatsJson: LARGE }))

  const head = await client.send(new GetCommand({ TableName: table, Key: { pk: 'stats#ana', sk: 'head' } }))
  const version = String(head.Item?.['version'])
  expect(await sortKeysOf(table, 'stats#ana')).toEqual(
    [`chunk#${version}#0000`, `chunk#${version}#0001`, 'chunk#live#0000', 'head'].toSorted(),
  )
  client.destroy()
})

async function textOf(store: QuizStore): Promise<string | undefined> {
  return (await store.readStats('ana'))?.questionsStatsJson
}

async function sortKeysOf(table: string, key: string): Promise<string[]> {
  const client = dynamoDb.createClient()
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'pk = :key',
      ExpressionAttributeValues: { ':key': key },
    }),
  )
  client.destroy()
  return Items.map((item) => String(item['sk'])).toSorted()
}
