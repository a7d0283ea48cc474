import {
  CreateTableCommand,
  ResourceInUseException,
  waitUntilTableExists,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** Seconds the service may take to create a table. */
const CREATION_TIMEOUT_S = 60

/** A table with string keys `pk` (whose document) and `sk` (`head` or `chunk#…`). */
export type Table = { client: DynamoDBDocumentClient; name: string }

/** Creates the table, billed per request, unless it exists; for trials and tests, as production has it from `deploy/`. */
export async function createTable(client: DynamoDBClient, name: string): Promise<void> {
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
