import { DeleteCommand, GetCommand, paginateQuery, PutCommand } from '@aws-sdk/lib-dynamodb'
import { z } from 'zod'

import type { Head } from './head.ts'
import type { Table } from './table.ts'

/** Below the 400 kB (409,600 bytes) that an item may have, with room for its keys. */
const CHUNK_BYTES = 350_000

/** Longer than any writer lives (a Lambda function: 15 minutes): chunks this old without a head are nobody's. */
const ABANDONED_AFTER_MS = 60 * 60 * 1_000

const contentSchema = z.object({ content: z.instanceof(Uint8Array) })
const keySchema = z.object({ sk: z.string(), version: z.string(), writtenAtMs: z.number() })

/** Writes the content in pieces under `version`, invisible until a head names it; gives how many pieces. */
export async function writeChunks(table: Table, key: string, version: string, content: Uint8Array): Promise<number> {
  const chunkCount = Math.ceil(content.length / CHUNK_BYTES)
  const writtenAtMs = Date.now()
  await Promise.all(
    indexes(chunkCount).map((index) => {
      const piece = content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)
      const Item = { pk: key, sk: sortKey(version, index), version, writtenAtMs, content: piece }
      return table.client.send(new PutCommand({ TableName: table.name, Item }))
    }),
  )
  return chunkCount
}

/** The content that a head names; null when its chunks are gone because a newer head took its place meanwhile. */
export async function readChunks(
  table: Table,
  key: string,
  { version, chunkCount }: Pick<Head, 'version' | 'chunkCount'>,
): Promise<Uint8Array | null> {
  const pieces = await Promise.all(
    indexes(chunkCount).map(async (index) => {
      const Key = { pk: key, sk: sortKey(version, index) }
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))
      return Item && contentSchema.parse(Item).content
    }),
  )
  const found = pieces.filter((piece) => piece !== undefined)
  return found.length === chunkCount ? Buffer.concat(found) : null
}

/** Deletes the chunks of `version`. */
export async function deleteChunks(
  table: Table,
  key: string,
  { version, chunkCount }: Pick<Head, 'version' | 'chunkCount'>,
): Promise<void> {
  await deleteItems(
    table,
    key,
    indexes(chunkCount).map((index) => sortKey(version, index)),
  )
}

/**
 * Deletes what writers left that died between their chunks and their head.
 *
 * @param startedAtMs when the calling write began: chunks much older than that belong to no write that can still win
 */
export async function deleteAbandonedChunks(
  table: Table,
  key: string,
  { head, startedAtMs }: { head: Head; startedAtMs: number },
): Promise<void> {
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      KeyConditionExpression: 'pk = :key AND begins_with(sk, :chunk)',
      ExpressionAttributeValues: { ':key': key, ':chunk': 'chunk#' },
      ExpressionAttributeNames: { '#version': 'version' },
      ProjectionExpression: 'sk, #version, writtenAtMs',
    },
  )
  for await (const { Items = [] } of pages) {
    const abandoned = Items.map((item) => keySchema.parse(item)).filter(
      ({ version, writtenAtMs }) => version !== head.version && writtenAtMs < startedAtMs - ABANDONED_AFTER_MS,
    )
    await deleteItems(
      table,
      key,
      abandoned.map(({ sk }) => sk),
    )
  }
}

async function deleteItems(table: Table, key: string, sortKeys: string[]): Promise<void> {
  await Promise.all(
    sortKeys.map((sk) => table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk: key, sk } }))),
  )
}

function sortKey(version: string, index: number): string {
  return `chunk#${version}#${String(index).padStart(4, '0')}`
}

function indexes(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
