import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { questionListSchema } from '@cognito-srp/contract'

import {
  deleteDocument,
  readDocument,
  readHead,
  updateDocument,
  type DocumentPlace,
  type Table,
} from './dynamodb-documents.ts'
import { StoreUnavailableError, type Bank, type QuizStore } from './quiz-store.ts'

/** Maximum number of seconds to wait until a new table exists. */
const CREATION_TIMEOUT_S = 60

/**
 * Maximum size of compressed statistics that are stored in one item. The rest of the limit of 400 kB leaves room for a thousand marks (110
 * kB). The counts of 10,000 questions with UUIDs as ids take 250 kB.
 */
const STATS_INLINE_BYTES = 280_000

/** The bank is stored outside its head, so that reading only its version is as cheap as possible. */
const BANK_INLINE_BYTES = 0

const NO_BANK_VERSION = 'empty'

export type DynamoDbStoreOptions = {
  table: string
  /**
   * The default client uses the AWS SDK's own region, credentials and endpoint. The store destroys the client on close.
   */
  client?: DynamoDBClient
  /** Creates a missing table, for trials and tests. */
  createMissingTable?: boolean
}

/**
 * Opens a store in one DynamoDB table, for any number of machines. The bank and each user's statistics are one document
 * each.
 *
 * @throws StoreUnavailableError when the table cannot be created or read
 */
export async function openDynamoDbStore({
  table: name,
  client = new DynamoDBClient({}),
  createMissingTable = false,
}: DynamoDbStoreOptions): Promise<QuizStore> {
  const table = { client: DynamoDBDocumentClient.from(client), name }
  const store = documentStore(table, () => client.destroy())
  try {
    if (createMissingTable) await createTable(client, name)
    await store.check()
    return store
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw new StoreUnavailableError(
      `Cannot use the DynamoDB table ${name}: ${reason}. Check the table, AWS_REGION and the credentials.`,
      { cause: error },
    )
  }
}

function documentStore(table: Table, close: () => void): QuizStore {
  const bank: DocumentPlace = { table, key: 'bank', inlineLimitBytes: BANK_INLINE_BYTES }
  const statsOf = (userId: string): DocumentPlace => ({
    table,
    key: `stats#${userId}`,
    inlineLimitBytes: STATS_INLINE_BYTES,
  })
  const bankVersion = async () => (await readHead(table, bank.key))?.version ?? NO_BANK_VERSION
  return {
    bankVersion,
    readBank: () => readBank(bank),
    updateBank: async (change) => {
      await updateDocument(bank, async () => {
        const next = change((await readBank(bank)).questions)
        return next === null ? 'unchanged' : { marks: {}, text: JSON.stringify(next) }
      })
    },
    readStats: async (userId) => {
      const document = await readDocument(statsOf(userId))
      if (document === null) return null
      const { version, marks } = document.head
      return { version, marks, questionsStatsJson: document.text }
    },
    writeStats: async (userId, decide) => {
      const update = await updateDocument(statsOf(userId), async (current) => {
        const next = decide(current)
        return typeof next === 'string' ? next : { marks: next.marks, text: next.questionsStatsJson }
      })
      if (update.status === 'refused') return { status: 'refused', reason: update.reason, current: update.replaced }
      const { version, written, replaced } = update
      const stats = { version, marks: written.marks, questionsStatsJson: written.text }
      return { status: 'written', stats, created: replaced === null }
    },
    deleteStats: (userId, decide) => deleteDocument(statsOf(userId), decide),
    check: async () => void (await bankVersion()),
    close: async () => close(),
  }
}

async function readBank(place: DocumentPlace): Promise<Bank> {
  const document = await readDocument(place)
  if (document === null) return { version: NO_BANK_VERSION, questions: [] }
  return { version: document.head.version, questions: questionListSchema.parse(JSON.parse(document.text)) }
}

/**
 * Creates the table, billed per request, unless it exists. Only trials and tests need this, because `deploy/` creates
 * the production table.
 */
async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      }),
    )
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  }
  await waitUntilTableExists({ client, maxWaitTime: CREATION_TIMEOUT_S, minDelay: 1 }, { TableName: name })
}
