import type { Bank } from '../api/quiz-api.ts'
import type { QuizDatabase } from '../storage/database.ts'

/** Questions per record: the browser copies a record in one go, and this many take a slow phone less than 10 ms. */
const CHUNK_SIZE = 500

/** The bank that was kept of an API; undefined when there is none. */
export async function readBank(database: QuizDatabase, apiUrl: string): Promise<Bank | undefined> {
  const transaction = database.transaction(['banks', 'bankChunks'])
  const head = await transaction.objectStore('banks').get(apiUrl)
  if (head === undefined) return undefined
  const store = transaction.objectStore('bankChunks')
  const places = Array.from({ length: head.chunkCount }, (_, place) => place)
  const chunks = await Promise.all(places.map((place) => store.get([apiUrl, place])))
  const questions = chunks.flatMap((chunk) => chunk ?? [])
  return head.etag === undefined ? { questions } : { questions, etag: head.etag }
}

/** Keeps the bank of an API in place of the one kept before; one that cannot be kept whole is not there at all. */
export async function writeBank(database: QuizDatabase, apiUrl: string, { questions, etag }: Bank): Promise<void> {
  const transaction = database.transaction(['banks', 'bankChunks'], 'readwrite')
  const heads = transaction.objectStore('banks')
  const chunks = transaction.objectStore('bankChunks')
  const chunkCount = Math.ceil(questions.length / CHUNK_SIZE)
  const write = async () => {
    await heads.delete(apiUrl)
    await chunks.delete(IDBKeyRange.bound([apiUrl], [apiUrl, []]))
    for (let place = 0; place < chunkCount; place += 1) {
      const start = place * CHUNK_SIZE
      await chunks.put(questions.slice(start, start + CHUNK_SIZE), [apiUrl, place]) // each in a task of its own
    }
    await heads.put(etag === undefined ? { chunkCount } : { chunkCount, etag }, apiUrl)
  }
  await Promise.all([write(), transaction.done])
}
