import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Question } from '@cognito-srp/contract'

import type { NewStats, QuizStore, StatsHead } from '../src/store/quiz-store.ts'

/** A database for one test. Each call of `open` represents another program that uses the database. */
export type TestDatabase = { open(): Promise<QuizStore> }

const ANSWERED_QUESTIONS = 10_000

/** Options for tests that read and write megabytes, which takes longer on a busy machine. */
const LARGE = { timeout: 30_000 }
async function textOf(store: QuizStore, userId: string): Promise<string> {
  const stats = await store.readStats(userId)
  return stats?.questionsStatsJson ?? ''
}

const NO_STATS: NewStats = { marks: {}, questionsStatsJson: '{}' }

const question = (id: string): Question => ({
  id,
  question: `Pergunta ${id}?\n\nEscolha.`,
  alternatives: ['sim', '', 'não'],
  correct: 2,
  theme: 'Lógica',
})

const countWrite = (current: StatsHead | null): NewStats => ({
  marks: { writes: (current?.marks['writes'] ?? 0) + 1 },
  questionsStatsJson: '{}',
})

/** Tests that every store must pass. Each store's test file calls this function. */
export function testStoreContract(createDatabase: () => TestDatabase): void {
  testStats(createDatabase)
  testRefusedWrites(createDatabase)
  testDeletion(createDatabase)
  testManyWriters(createDatabase)
  testSize(createDatabase)
  testBank(createDatabase)
}

function testStats(createDatabase: () => TestDatabase): void {
  test('readStats returns null for a user without statistics', async () => {
    const store = await createDatabase().open()
    expect(await store.readStats('ana')).toBeNull()
    await store.check()
  })

  test('another program reads the written statistics', async () => {
    const database = createDatabase()
    const store = await database.open()
    const written = { marks: { device: 7 }, questionsStatsJson: '{"q1":{"tries":1,"correct":1}}' }
    const outcome = await store.writeStats('ana', () => written)
    expect(outcome).toEqual({ status: 'written', created: true, stats: { version: expect.any(String), ...written } })

    const other = await database.open()
    expect(await other.readStats('ana')).toMatchObject({ version: expect.any(String), marks: { device: 7 } })
    expect(await textOf(other, 'ana')).toBe(written.questionsStatsJson)
  })

  test('a write receives the version and marks that it replaces, and creates a new version', async () => {
    const store = await createDatabase().open()
    const first = await store.writeStats('ana', () => ({ marks: { device: 3 }, questionsStatsJson: '{}' }))
    const seen: (StatsHead | null)[] = []
    const second = await store.writeStats('ana', (current) => {
      seen.push(current)
      return NO_STATS
    })
    expect(second).toMatchObject({ status: 'written', created: false })
    expect(seen).toMatchObject([{ marks: { device: 3 }, version: first.status === 'written' && first.stats.version }])
    expect(await store.readStats('ana')).not.toMatchObject({ version: seen[0]?.version })
  })

  test('users with similar or unusual names have separate statistics', async () => {
    const store = await createDatabase().open()
    const names = ['ana', 'Ana', 'ana ', 'ana#head', "x'; DROP TABLE stats; --", 'joão', 'joa\u0303o', '🎓', 'bank']
    for (const name of names) {
      await store.writeStats(name, () => ({ marks: {}, questionsStatsJson: JSON.stringify({ name }) }))
    }
    for (const name of names) {
      expect(await textOf(store, name)).toBe(JSON.stringify({ name }))
    }
  })
}

function testRefusedWrites(createDatabase: () => TestDatabase): void {
  test('a rejected write changes nothing and returns the reason and the stored head', async () => {
    const store = await createDatabase().open()
    expect(await store.writeStats('ana', () => 'too early')).toEqual({
      status: 'refused',
      reason: 'too early',
      current: null,
    })
    await store.writeStats('ana', countWrite)
    const stored = await store.readStats('ana')
    expect(await store.writeStats('ana', () => 'too late')).toMatchObject({
      status: 'refused',
      reason: 'too late',
      current: { version: stored?.version, marks: { writes: 1 } },
    })
    expect(await store.readStats('ana')).toEqual(stored)
  })

  test('a write that throws changes nothing, and the next write succeeds', async () => {
    const store = await createDatabase().open()
    await store.writeStats('ana', countWrite)
    const stored = await store.readStats('ana')
    const failing = store.writeStats('ana', () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.readStats('ana')).toEqual(stored)
    expect(await store.writeStats('ana', countWrite)).toMatchObject({ status: 'written' })
  })
}

function testDeletion(createDatabase: () => TestDatabase): void {
  test('after a deletion every program reads null, and the next write creates statistics', async () => {
    const database = createDatabase()
    const store = await database.open()
    await store.writeStats('ana', countWrite)
    await store.writeStats('bruno', countWrite)
    expect(await store.deleteStats('ana', () => null)).toEqual({ status: 'deleted' })
    const other = await database.open()
    expect(await other.readStats('ana')).toBeNull()
    expect(await other.readStats('bruno')).not.toBeNull()
    expect(await other.writeStats('ana', countWrite)).toMatchObject({
      created: true,
      stats: { marks: { writes: 1 } },
    })
  })

  test('deleting missing statistics succeeds', async () => {
    const store = await createDatabase().open()
    const seen: (StatsHead | null)[] = []
    const outcome = await store.deleteStats('ana', (current) => {
      seen.push(current)
      return null
    })
    expect(outcome).toEqual({ status: 'deleted' })
    expect(seen).toEqual([null])
  })

  test('a rejected deletion changes nothing and returns the reason and the stored head', async () => {
    const store = await createDatabase().open()
    await store.writeStats('ana', countWrite)
    const stored = await store.readStats('ana')
    expect(await store.deleteStats('ana', () => 'too late')).toMatchObject({
      status: 'refused',
      reason: 'too late',
      current: { version: stored?.version, marks: { writes: 1 } },
    })
    expect(await store.readStats('ana')).toEqual(stored)
  })
}

function testManyWriters(createDatabase: () => TestDatabase): void {
  test('concurrent programs do not lose writes, and exactly one write creates the statistics', async () => {
    const database = createDatabase()
    const stores = await Promise.all([database.open(), database.open(), database.open()])
    const outcomes = await Promise.all(
      stores.flatMap((store) => Array.from({ length: 4 }, () => store.writeStats('ana', countWrite))),
    )
    const written = outcomes.filter((outcome) => outcome.status === 'written')
    expect(written.filter(({ created }) => created)).toHaveLength(1)
    const counts = written.map(({ stats }) => stats.marks['writes'] ?? 0)
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    expect(await stores[0]?.readStats('ana')).toMatchObject({ marks: { writes: 12 } })
  })

  test('a deletion among concurrent writes leaves either a complete document or no document', async () => {
    const database = createDatabase()
    const stores = await Promise.all([database.open(), database.open()])
    await stores[0]?.writeStats('ana', countWrite)
    const outcomes = await Promise.all([
      ...stores.map((store) => store.writeStats('ana', countWrite)),
      ...stores.map((store) => store.deleteStats('ana', () => null)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['written', 'written', 'deleted', 'deleted'])
    const left = await stores[0]?.readStats('ana')
    expect([undefined, 1, 2]).toContain(left?.marks['writes'])
  })

  test('exactly one of several concurrent conditional writes succeeds', async () => {
    const database = createDatabase()
    const stores = await Promise.all([database.open(), database.open()])
    const create = (store: QuizStore) => store.writeStats('ana', (current) => (current ? 'exists' : NO_STATS))
    const creations = await Promise.all([...stores, ...stores, ...stores].map(create))
    expect(creations.filter(({ status }) => status === 'written')).toHaveLength(1)

    const version = (await stores[0]?.readStats('ana'))?.version
    const replacements = await Promise.all(
      [...stores, ...stores].map((store) =>
        store.writeStats('ana', (current) => (current?.version === version ? NO_STATS : 'changed')),
      ),
    )
    expect(replacements.filter(({ status }) => status === 'written')).toHaveLength(1)
  })
}

function testSize(createDatabase: () => TestDatabase): void {
  test('a user with 10,000 answered questions can read and write statistics', LARGE, async () => {
    const store = await createDatabase().open()
    const stats = (tries: number) => {
      const entries = Array.from({ length: ANSWERED_QUESTIONS }, () => [randomUUID(), { tries, correct: 1 }])
      return { marks: { device: tries }, questionsStatsJson: JSON.stringify(Object.fromEntries(entries)) }
    }
    for (const written of [stats(1), stats(2), NO_STATS, stats(3)]) {
      await store.writeStats('ana', () => written)
      expect(await store.readStats('ana')).toMatchObject({ marks: written.marks })
      expect(await textOf(store, 'ana')).toBe(written.questionsStatsJson)
    }
  })

  test('readers of large statistics see complete versions while a writer replaces them', LARGE, async () => {
    const database = createDatabase()
    const [writer, reader] = await Promise.all([database.open(), database.open()])
    const texts = [0, 1, 2].map((index) => JSON.stringify({ text: `${index}`.repeat(10), noise: randomText(800_000) }))
    const write = (index: number) =>
      writer.writeStats('ana', () => ({ marks: {}, questionsStatsJson: texts[index % texts.length] ?? '' }))
    await write(0)
    const seen = new Set<number>()
    const written = new AbortController()
    const writeAll = async () => {
      for (let index = 1; index <= 5 || seen.size < 2; index += 1) {
        await write(index)
        await setImmediate()
      }
      written.abort()
    }
    const readAll = async () => {
      while (!written.signal.aborted) {
        seen.add(texts.indexOf(await textOf(reader, 'ana')))
        await setImmediate()
      }
    }
    await Promise.all([readAll(), writeAll()])
    expect(seen).not.toContain(-1) // half a version
  })
}

function testBank(createDatabase: () => TestDatabase): void {
  test('a new store has an empty bank', async () => {
    const store = await createDatabase().open()
    expect(await store.readBank()).toEqual({ version: await store.bankVersion(), questions: [] })
  })

  test('another program reads the bank in its order and with a new version', async () => {
    const database = createDatabase()
    const store = await database.open()
    const before = await store.bankVersion()
    const explained = { ...question('a'), explanation: 'Porque sim.\n\nE o não?' }
    const questions = [question('z'), explained, question('m')]
    await store.updateBank(() => questions)
    const bank = await (await database.open()).readBank()
    expect(bank.questions).toStrictEqual(questions)
    expect(bank.version).not.toBe(before)
    expect(await store.bankVersion()).toBe(bank.version)
  })

  test('an update that returns null or throws leaves the bank and its version unchanged', async () => {
    const store = await createDatabase().open()
    await store.updateBank(() => [question('a')])
    const bank = await store.readBank()
    await store.updateBank(() => null)
    const failing = store.updateBank(() => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.readBank()).toEqual(bank)
  })

  test('all concurrent updates of the bank take effect', async () => {
    const database = createDatabase()
    const [left, right] = await Promise.all([database.open(), database.open()])
    const add = (store: QuizStore, id: string) => store.updateBank((current) => [...current, question(id)])
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(ids.map((id, index) => add(index % 2 === 0 ? left : right, id)))
    const { questions } = await (await database.open()).readBank()
    expect(questions.map(({ id }) => id).toSorted()).toEqual(ids)
  })

  test('a bank of 20,000 questions is read back completely', LARGE, async () => {
    const store = await createDatabase().open()
    const questions = Array.from({ length: 20_000 }, () => question(randomUUID()))
    await store.updateBank(() => questions)
    expect((await store.readBank()).questions).toEqual(questions)
  })
}

/** Returns a string that does not compress well. */
function randomText(length: number): string {
  return Array.from({ length: length / 32 }, () => randomUUID().replaceAll('-', '')).join('')
}
