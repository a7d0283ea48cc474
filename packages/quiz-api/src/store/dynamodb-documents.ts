// Stores a text of any length in a table whose items are limited to 400 kB, as one head and, if needed, several chunks.
// docs/decisions/008-dynamodb-statistics-document.md explains why the store does not use one item per question.

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

/** A table with the string keys `pk` (the document's key) and `sk` (`head` or `chunk#…`). */
export type Table = { client: DynamoDBDocumentClient; name: string }

/** Location of a document, and the maximum compressed size at which the document is stored inside its head. */
export type DocumentPlace = { table: Table; key: string; inlineLimitBytes: number }

/** A string of any length. Each write replaces the whole string and creates a new version. */
export type Document = { head: Head; text: string }

/** New content of a document. */
export type Replacement = { marks: Marks; text: string }

/** Result of an update, and the head on which the decision was based. */
export type Update<Reason extends string> = { replaced: Head | null } & (
  | { status: 'written'; version: string; written: Replacement }
  | { status: 'refused'; reason: Reason }
)

/** Result of a deletion, with the head on which the decision was based if the deletion was rejected. */
export type Deletion<Reason extends string> =
  | { status: 'deleted' }
  | { status: 'refused'; reason: Reason; current: Head | null }

/** The item that defines a document. Readers ignore chunks that the head does not name. */
export type Head = z.infer<typeof headSchema>

const headSchema = z.object({
  version: z.string(),
  marks: marksSchema,
  /** The gzipped text if it fits into the head. A longer text is in `chunkCount` chunks of this version. */
  content: z.instanceof(Uint8Array).optional(),
  chunkCount: z.int().nonnegative(),
})

const HEAD_SORT_KEY = 'head'
const MAX_ATTEMPTS = 20
const MAX_PAUSE_MS = 400

/** Maximum size of a chunk, below the item limit of 400 kB (409,600 bytes), with room for the keys. */
const CHUNK_BYTES = 350_000

/**
 * Age after which chunks that have no head are considered abandoned. No writer can run for that long (at most 15 minutes for a
 * Lambda function).
 */
const ABANDONED_AFTER_MS = 60 * 60 * 1_000

/**
 * Reads a document. Returns null if there is no such document.
 *
 * @throws StoreBusyError when the document was replaced during every attempt to read it
 */
export async function readDocument({ table, key }: DocumentPlace): Promise<Document | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const head = await readHead(table, key)
    if (head === null) return null
    const content = head.content ?? (await readChunks(table, key, head))
    if (content !== null) return { head, text: String(await promisify(gunzip)(content)) }
  }
  throw new StoreBusyError('The record was replaced during every attempt to read it.')
}

/**
 * Replaces the document with the result of `decide`, or keeps it if `decide` returns a reason. The update is
 * optimistic. If another write came first, `decide` runs again with the new head.
 *
 * @throws StoreBusyError when other writers were faster in every attempt
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
 * Deletes the document with all its chunks, unless `decide` returns a reason to keep it. The deletion is optimistic,
 * like {@link updateDocument}.
 *
 * @throws StoreBusyError when other writers were faster in every attempt
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
 * Repeats an attempt, with random pauses that can grow to 400 ms, until it returns a result. Null means that another
 * write came first.
 *
 * @throws StoreBusyError when other writers were faster in every attempt
 */
async function untilFirst<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const result = await attempt()
    if (result !== null) return result
    await sleep(Math.random() * Math.min(MAX_PAUSE_MS, 10 * 2 ** attempts))
  }
  throw new StoreBusyError('Every attempt to write the record conflicted with another write.')
}

/** Writes the document. Returns its new version, or null if another write came after `replaced` was read. */
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
  // The write has succeeded. If the cleanup fails, the remaining chunks are invisible and a later write deletes them.
  const usesChunks = head.chunkCount > 0 || (replaced?.chunkCount ?? 0) > 0
  await Promise.allSettled([
    replaced && deleteChunks(table, key, replaced),
    usesChunks && deleteAbandonedChunks(table, key, { head, startedAtMs }),
  ])
  return version
}

/** Reads the current head of a document. Returns null if there is no such document. */
export async function readHead({ client, name }: Table, key: string): Promise<Head | null> {
  const command = new GetCommand({ TableName: name, Key: { pk: key, sk: HEAD_SORT_KEY }, ConsistentRead: true })
  const { Item } = await client.send(command)
  return Item === undefined ? null : headSchema.parse(Item)
}

/**
 * Replaces the head `replaced` with a new head. Returns false if another write came first.
 *
 * The SDK repeats a request whose response was lost. If the first request succeeded, the repetition fails the
 * condition, so the function then compares the stored version with the new version.
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

/** Deletes the head. Returns false if another write came first, and true if the head no longer exists. */
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

/** Condition under which a command succeeds only if this head is still stored. */
function onlyVersionOf({ version }: Head) {
  return {
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: { '#version': 'version' },
    ExpressionAttributeValues: { ':version': version },
  }
}

/** The chunks that a head names. */
type Chunks = Pick<Head, 'version' | 'chunkCount'>

const contentSchema = z.object({ content: z.instanceof(Uint8Array) })
const chunkKeySchema = z.object({ sk: z.string(), version: z.string(), writtenAtMs: z.number() })

/**
 * Writes the content as chunks of `version`, which are invisible until a head names them. Returns the number of chunks.
 */
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

/** Reads the chunks that a head names. Returns null if the chunks were deleted because a newer head replaced this head. */
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
 * Deletes the chunks of writers that crashed before they wrote their head.
 *
 * @param head the current head, or null if the document has no head
 * @param startedAtMs time at which the calling write began. A write whose chunks are much older can no longer succeed
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
