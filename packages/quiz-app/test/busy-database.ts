import { openQuizDatabase } from '../src/storage/database.ts'

/**
 * Holds a transaction on the answers open in another connection, as another page might.
 *
 * @returns a function that ends the transaction
 */
export async function keepBusy(
  databaseName: string,
  mode: 'readonly' | 'readwrite' = 'readwrite',
): Promise<() => void> {
  const database = await openQuizDatabase(databaseName)
  const answers = database.transaction('answers', mode).store
  await answers.count()
  const hold = { isOver: false }
  const holdOn = async () => {
    while (!hold.isOver) await answers.count()
    database.close()
  }
  void holdOn()
  return () => {
    hold.isOver = true
  }
}
