import { openDynamoDbStore } from './dynamodb-store.ts'
import type { QuizStore } from './quiz-store.ts'
import { openSqliteInThreads } from './sqlite-in-threads.ts'
import { openSqliteStore } from './sqlite-store.ts'

/** What {@link openStore} understands. */
export const STORE_ADDRESS = /^(sqlite|dynamodb):(.+)$/

/**
 * Opens the store that an address names: `sqlite:<file>` or `dynamodb:<table>`.
 *
 * @param options.createMissingTable creates a missing DynamoDB table; a missing SQLite file is always created
 * @param options.inThreads for servers: what SQLite takes long for keeps nobody else waiting
 * @throws StoreUnavailableError when it cannot be opened
 * @throws TypeError when the address has another form
 */
export async function openStore(
  address: string,
  { createMissingTable = false, inThreads = false }: { createMissingTable?: boolean; inThreads?: boolean } = {},
): Promise<QuizStore> {
  const [, kind, place] = STORE_ADDRESS.exec(address) ?? []
  if (place === undefined) throw new TypeError('A store address reads "sqlite:<file>" or "dynamodb:<table>".')
  if (kind === 'dynamodb') return openDynamoDbStore({ table: place, createMissingTable })
  return inThreads && place !== ':memory:' ? openSqliteInThreads(place) : openSqliteStore(place)
}
