import { openQuizDatabase } from '../src/storage/database.ts'

/** Holds a transaction over the answers in another connection, as another page might. @returns a function that ends it */
export async function keepBusy(databaseName: string): Promise<() => void> {
  const database = await openQuizDatabase(databaseName)
  const answers = database.transaction('answers', 'readwrite').store
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
