// A text of any length in a table whose items end at 400 kB: one head, and chunks for what does not fit in it. Why not
// one item per question: docs/decisions/008-dynamodb-documents.md.

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  GetCommand,
  paginateQuery,
  PutCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb'
import { marksSchema, type Marks } from '@cognito-srp/contract'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { z } from 'zod'

import { StoreBusyError } from './quiz-store.ts'

/** A table with string keys `pk` (whose document) and `sk` (`head` or `chunk#…`). */
export type Table = { client: DynamoDBDocumentClient; name: string }

/** Where a document lives, and how long (in bytes, compressed) it may be to stand inside its head. */
export type DocumentPlace = { table: Table; key: string; inlineLimitBytes: number }

/** A text of any length that is replaced as a whole, with a new version each time. */
export type Document = { head: Head; text: string }

/** What a document is replaced by. */
export type Replacement = { marks: Marks; text: string }

/** What came of an update, and the head it was decided from. */
export type Update<Reason extends string> = { replaced: Head | null } & (
  | { status: 'written'; version: string; written: Replacement }
  | { status: 'refused'; reason: Reason }
)

/** What came of a deletion, and the head it was decided from. */
export type Deletion<Reason extends string> =
  | { status: 'deleted' }
  | { status: 'refused'; reason: Reason; current: Head | null }

/** The one item that decides what a document is: whatever it does not name does not exist for a reader. */
export type Head = z.infer<typeof headSchema>

const headSchema = z.object({
  version: z.string(),
  marks: marksSchema,
  /** gzip of the text, when it fits here; else it is in `chunkCount` chunks of this version. */
  content: z.instanceof(Uint8Array).optional(),
  chunkCount: z.int().nonnegative(),
})

const HEAD_SORT_KEY = 'head'
const MAX_ATTEMPTS = 20
const MAX_PAUSE_MS = 400

/** Below the 400 kB (409,600 bytes) that an item may have, with room for its keys. */
const CHUNK_BYTES = 350_000

/** Longer than any writer lives (a Lambda function: 15 minutes): chunks this old without a head are nobody's. */
const ABANDONED_AFTER_MS = 60 * 60 * 1_000

/** The document; null when there is none. */
export async function readDocument({ table, key }: DocumentPlace): Promise<Document | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const head = await readHead(table, key)
    if (head === null) return null
    const content = head.content ?? (await readChunks(table, key, head))
    if (content !== null) return { head, text: String(await promisify(gunzip)(content)) }
  }
  throw new StoreBusyError('The record was replaced each time while it was read.')
}

/**
 * Replaces the document by what `decide` makes of its head; a text leaves it and says why. Optimistic: when somebody
 * else wrote in between, everything is decided again from what they left.
 *
 * @throws StoreBusyError when others kept coming first
 */
export async function updateDocument<Reason extends string>(
  place: DocumentPlace,
  decide: (current: Head | null) => Promise<Replacement | Reason>,
): Promise<Update<Reason>> {
  return untilFirst(async () => {
    const replaced = await readHead(place.table, place.key)
    const next = await decide(replaced)
    if (typeof next === 'string') return { status: 'refused', reason: next, replaced }
    const version = await replaceDocument(place, replaced, next)
    return version === null ? null : { status: 'written', version, written: next, replaced }
  })
}

/**
 * Deletes the document with all its chunks, unless `decide` gives a reason against it. Optimistic, like
 * {@link updateDocument}.
 *
 * @throws StoreBusyError when others kept coming first
 */
export async function deleteDocument<Reason extends string>(
  { table, key }: DocumentPlace,
  decide: (current: Head | null) => Reason | null,
): Promise<Deletion<Reason>> {
  return untilFirst(async () => {
    const startedAtMs = Date.now()
    const current = await readHead(table, key)
    const reason = decide(current)
    if (reason !== null) return { status: 'refused', reason, current }
    if (current !== null && !(await deleteHead(table, key, current))) return null
    await Promise.all([
      current && deleteChunks(table, key, current),
      deleteAbandonedChunks(table, key, { head: current, startedAtMs }),
    ])
    return { status: 'deleted' }
  })
}

/**
 * Repeats an attempt, after a growing pause, until it gives a result; null means that somebody else wrote in between.
 *
 * @throws StoreBusyError when others kept coming first
 */
async function untilFirst<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const result = await attempt()
    if (result !== null) return result
    await sleep(Math.random() * Math.min(MAX_PAUSE_MS, 10 * 2 ** attempts))
  }
  throw new StoreBusyError('Others kept writing the same record.')
}

/** The new version; null when somebody else wrote since `replaced` was read. */
async function replaceDocument(
  { table, key, inlineLimitBytes }: DocumentPlace,
  replaced: Head | null,
  { marks, text }: Replacement,
): Promise<string | null> {
  const startedAtMs = Date.now()
  const version = randomUUID()
  const content = await promisify(gzip)(text)
  const isInline = content.length <= inlineLimitBytes
  const head: Head = isInline
    ? { version, marks, content, chunkCount: 0 }
    : { version, marks, chunkCount: await writeChunks(table, key, version, content) }

  if (!(await replaceHead(table, key, replaced, head))) {
    await deleteChunks(table, key, head)
    return null
  }
  // The write is done: chunks that stay behind because tidying fails are invisible, and a later write tidies again.
  const usesChunks = head.chunkCount > 0 || (replaced?.chunkCount ?? 0) > 0
  await Promise.allSettled([
    replaced && deleteChunks(table, key, replaced),
    usesChunks && deleteAbandonedChunks(table, key, { head, startedAtMs }),
  ])
  return version
}

/** The document's head as the last write left it; null when there is no such document. */
export async function readHead({ client, name }: Table, key: string): Promise<Head | null> {
  const command = new GetCommand({ TableName: name, Key: { pk: key, sk: HEAD_SORT_KEY }, ConsistentRead: true })
  const { Item } = await client.send(command)
  return Item === undefined ? null : headSchema.parse(Item)
}

/**
 * Puts the head in place of `replaced`; false when somebody else wrote in between.
 *
 * The SDK repeats a request whose answer was lost, and the repetition of one that had succeeded fails its condition:
 * the head that stands there tells the two apart.
 */
async function replaceHead(table: Table, key: string, replaced: Head | null, head: Head): Promise<boolean> {
  const condition = replaced === null ? { ConditionExpression: 'attribute_not_exists(pk)' } : onlyVersionOf(replaced)
  try {
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: { pk: key, sk: HEAD_SORT_KEY, ...head }, ...condition }),
    )
    return true
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return (await readHead(table, key))?.version === head.version
  }
}

/** Deletes the head; false when somebody else wrote in between. One that is gone already is deleted. */
async function deleteHead(table: Table, key: string, head: Head): Promise<boolean> {
  const Key = { pk: key, sk: HEAD_SORT_KEY }
  try {
    await table.client.send(new DeleteCommand({ TableName: table.name, Key, ...onlyVersionOf(head) }))
    return true
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return (await readHead(table, key)) === null
  }
}

/** Lets a command succeed only while this head stands. */
function onlyVersionOf({ version }: Head) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  }
}

/** Which chunks a head names. */
type Chunks = Pick<Head, 'version' | 'chunkCount'>

const contentSchema = z.object({ content: z.instanceof(Uint8Array) })
const chunkKeySchema = z.object({ sk: z.string(), version: z.string(), writtenAtMs: z.number() })

/** Writes the content in pieces under `version`, invisible until a head names it; gives how many pieces. */
async function writeChunks(table: Table, key: string, version: string, content: Uint8Array): Promise<number> {
  const chunkCount = Math.ceil(content.length / CHUNK_BYTES)
  const writtenAtMs = Date.now()
  await Promise.all(
    chunkSortKeys({ version, chunkCount }).map((sk, index) => {
      const piece = content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES)
      const Item = { pk: key, sk, version, writtenAtMs, content: piece }
      return table.client.send(new PutCommand({ TableName: table.name, Item }))
    }),
  )
  return chunkCount
}

/** The content that a head names; null when its chunks are gone because a newer head took its place meanwhile. */
async function readChunks(table: Table, key: string, chunks: Chunks): Promise<Uint8Array | null> {
  const pieces = await Promise.all(
    chunkSortKeys(chunks).map(async (sk) => {
      const Key = { pk: key, sk }
      const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))
      return Item && contentSchema.parse(Item).content
    }),
  )
  const found = pieces.filter((piece) => piece !== undefined)
  return found.length === chunks.chunkCount ? Buffer.concat(found) : null
}

async function deleteChunks(table: Table, key: string, chunks: Chunks): Promise<void> {
  await deleteItems(table, key, chunkSortKeys(chunks))
}

/**
 * Deletes what writers left that died between their chunks and their head.
 *
 * @param head what stands now; null where nothing does
 * @param startedAtMs when the calling write began: chunks much older than that belong to no write that can still win
 */
async function deleteAbandonedChunks(
  table: Table,
  key: string,
  { head, startedAtMs }: { head: Head | null; startedAtMs: number },
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
    const abandoned = Items.map((item) => chunkKeySchema.parse(item)).filter(
      ({ version, writtenAtMs }) => version !== head?.version && writtenAtMs < startedAtMs - ABANDONED_AFTER_MS,
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

function chunkSortKeys({ version, chunkCount }: Chunks): string[] {
  return Array.from({ length: chunkCount }, (_, index) => `chunk#${version}#${String(index).padStart(4, '0')}`)
}
