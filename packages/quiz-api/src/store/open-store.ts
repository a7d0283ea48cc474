import { openDynamoDbStore } from './dynamodb-store.ts'
import type { QuizStore } from './quiz-store.ts'
import { openSqliteStore } from './sqlite-store.ts'

/** Pattern of the addresses that {@link openStore} accepts. */
export const STORE_ADDRESS = /^(sqlite|dynamodb):(.+)$/

/**
 * Opens the store at an address of the form `sqlite:<file>` or `dynamodb:<table>`.
 *
 * @param options.createMissingTable creates a missing DynamoDB table; a missing SQLite file is always created
 * @throws StoreUnavailableError when the store cannot be opened
 * @throws TypeError when the address has another form
 */
export async function openStore(
  address: string,
  { createMissingTable = false }: { createMissingTable?: boolean } = {},
): Promise<QuizStore> {
  const [, kind, place] = STORE_ADDRESS.exec(address) ?? []
  if (place === undefined)
    throw new TypeError('A store address must have the form "sqlite:<file>" or "dynamodb:<table>".')
  return kind === 'dynamodb' ? openDynamoDbStore({ table: place, createMissingTable }) : openSqliteStore(place)
}
