import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { z } from 'zod'
import { marksSchema } from '@cognito-srp/contract'

import type { Table } from './table.ts'

const SORT_KEY = 'head'

const headSchema = z.object({
  version: z.string(),
  marks: marksSchema,
  /** gzip of the text, when it fits here; else it is in `chunkCount` chunks of this version. */
  content: z.instanceof(Uint8Array).optional(),
  chunkCount: z.int().nonnegative(),
})

/** The one item that decides what a document is: whatever it does not name does not exist for a reader. */
export type Head = z.infer<typeof headSchema>

/** The document's head as the last write left it; null when there is no such document. */
export async function readHead({ client, name }: Table, key: string): Promise<Head | null> {
  const command = new GetCommand({ TableName: name, Key: { pk: key, sk: SORT_KEY }, ConsistentRead: true })
  const { Item } = await client.send(command)
  return Item === undefined ? null : headSchema.parse(Item)
}

/**
 * Puts the head in place of `replaced`; false when somebody else wrote in between.
 *
 * The SDK repeats a request whose answer was lost, and the repetition of one that had succeeded fails its condition:
 * the head that stands there tells the two apart.
 */
export async function replaceHead(table: Table, key: string, replaced: Head | null, head: Head): Promise<boolean> {
  const condition =
    replaced === null
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: '#version = :replaced',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':replaced': replaced.version },
        }
  try {
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: { pk: key, sk: SORT_KEY, ...head }, ...condition }),
    )
    return true
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return (await readHead(table, key))?.version === head.version
  }
}
