import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Marks } from '@cognito-srp/contract'

import { StoreBusyError } from '../store-errors.ts'
import { deleteAbandonedChunks, deleteChunks, readChunks, writeChunks } from './chunks.ts'
import { readHead, replaceHead, type Head } from './head.ts'
import type { Table } from './table.ts'

const MAX_ATTEMPTS = 20
const MAX_PAUSE_MS = 400

/** A text of any length that is replaced as a whole, with a new version each time. */
export type Document = { head: Head; text: string }

/** Where a document lives, and how long (in bytes, compressed) it may be to stand inside its head. */
export type DocumentPlace = { table: Table; key: string; inlineLimitBytes: number }

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
 * Replaces the document by what `decide` makes of its head; null leaves it. Optimistic: when somebody else wrote in
 * between, everything is decided again from what they left.
 *
 * @throws StoreBusyError when others kept coming first
 */
export async function updateDocument(
  place: DocumentPlace,
  decide: (current: Head | null) => Promise<{ marks: Marks; text: string } | null>,
): Promise<{ version: string | null; replaced: Head | null }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const replaced = await readHead(place.table, place.key)
    const next = await decide(replaced)
    if (next === null) return { version: null, replaced }
    const version = await replaceDocument(place, replaced, next)
    if (version !== null) return { version, replaced }
    await sleep(Math.random() * Math.min(MAX_PAUSE_MS, 10 * 2 ** attempt))
  }
  throw new StoreBusyError('Others kept writing the same record.')
}

/** The new version; null when somebody else wrote since `replaced` was read. */
async function replaceDocument(
  { table, key, inlineLimitBytes }: DocumentPlace,
  replaced: Head | null,
  { marks, text }: { marks: Marks; text: string },
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
