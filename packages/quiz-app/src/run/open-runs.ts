import { atom } from 'jotai'
import type { Getter } from 'jotai'

import { logFailure } from '../failure-log.ts'
import { usernameAtom } from '../session/auth.ts'
import { inBatches } from '../storage/batches.ts'
import type { QuizDatabase, RunProgress, StoredRun } from '../storage/database.ts'
import type { DeviceStorage } from '../storage/device-storage.ts'
import {
  byLastUse,
  forgetRun,
  forgetRuns,
  isOpen,
  readRuns,
  runsToKeep,
  saveProgress,
  saveRun,
} from '../storage/kept-runs.ts'
import type { KeptRun } from '../storage/kept-runs.ts'
import { storageAtom } from '../storage/storage-atoms.ts'
import { withinLimit } from '../storage/within-limit.ts'
import { currentQuestion } from './run.ts'
import type { Run } from './run.ts'

// Lists the open runs, both those in this page's memory and those stored on the device. If the browser blocks or deletes
// the storage, the page continues with the runs in memory.

/** Unfinished run that the user can resume. */
export type OpenRun = Pick<KeptRun, 'id' | 'answered' | 'total' | 'themes' | 'startedAtMs'>

/** Run of this page, with its questions and answers. */
type PageRun = KeptRun & { run: Run }

const pageRunsAtom = atom<readonly PageRun[]>([])

/** Stored runs as of the last read; null before the first read. */
const keptRunsAtom = atom<readonly KeptRun[] | null>(null)

/** Whether the device's runs have been read. */
export const areRunsReadAtom = atom((get) => get(keptRunsAtom) !== null)

/** All runs of the signed-in user, most recently used first. This page's version of a run replaces the stored version. */
export const runsAtom = atom((get): readonly KeptRun[] => {
  const ofPage = get(pageRunsAtom)
  const known = new Set(ofPage.map(({ id }) => id))
  const others = (get(keptRunsAtom) ?? []).filter(({ id }) => !known.has(id))
  return [...ofPage, ...others].filter(({ userId }) => userId === get(usernameAtom)).sort(byLastUse)
})

/**
 * Unfinished runs of the signed-in user, most recently used first. Until the device's runs have been read, the list contains only runs
 * of this page. A run without an answer is included only if it is the most recently used run.
 */
export const openRunsAtom = atom(
  (get): readonly OpenRun[] => get(runsAtom).filter((run, place) => isOpen(run) && (run.answered > 0 || place === 0)),
  (_get, set) => set(readKeptRunsAtom),
)
openRunsAtom.onMount = (read) => void read()

/** Returns a run of this page, or undefined if the run is not in this page's memory. */
export function pageRun(get: Getter, id: string): Run | undefined {
  return get(pageRunsAtom).find((run) => run.id === id)?.run
}

/** Reads the device's runs again, because another tab may have started or ended a run. */
export const readKeptRunsAtom = atom(null, async (get, set) => {
  const userId = get(usernameAtom)
  const kept = userId !== null && (await onDevice(get(storageAtom), 'read', (database) => readRuns(database, userId)))
  set(keptRunsAtom, (known) => kept || (known ?? []))
})

/** Stores a new run and deletes the earlier runs that need not be kept. */
export const keepNewRunAtom = atom(null, async (get, set, run: Run) => {
  const begun = pageRunOf(run, get(usernameAtom))
  if (begun === null) return
  set(pageRunsAtom, (runs) => [begun, ...runsToKeep(runs)])
  await onDevice(get(storageAtom), 'kept', (database) => saveRun(database, storedOf(begun), progressOf(begun)))
})

/**
 * Stores this page's runs again when a database replaces a lost one or opens late.
 *
 * @returns a function that ends the subscription
 */
export const keepRunsThroughLossAtom = atom(null, (get, set) =>
  get(storageAtom).follow((event) => {
    if (event !== 'problem') void set(keepPageRunsAtom)
  }),
)

const keepPageRunsAtom = atom(null, async (get, set) => {
  const userId = get(usernameAtom)
  const lastUsedLast = get(pageRunsAtom)
    .filter((run) => run.userId === userId)
    .reverse()
  for (const run of lastUsedLast) {
    await onDevice(get(storageAtom), 'kept', (database) => saveRun(database, storedOf(run), progressOf(run)))
  }
  await set(readKeptRunsAtom)
})

/**
 * Stores the progress of runs. If several states of a run are waiting, only the newest is stored, because the user may press
 * faster than the database stores.
 */
const saveProgressAtom = atom((get) => {
  const storage = get(storageAtom)
  return inBatches(async (runs: readonly PageRun[]) => {
    for (const run of new Map(runs.map((each) => [each.id, each])).values()) {
      await onDevice(storage, 'kept', (database) => saveProgress(database, run.id, progressOf(run)))
    }
    return runs
  })
})

/** Stores the progress of a run. */
export const keepRunAtom = atom(null, async (get, set, run: Run) => {
  const used = pageRunOf(run, get(usernameAtom))
  if (used === null) return
  set(pageRunsAtom, (runs) => [used, ...runs.filter(({ id }) => id !== run.id)])
  await get(saveProgressAtom)(used)
})

export const forgetRunAtom = atom(null, async (get, set, id: string) => {
  set(pageRunsAtom, (runs) => runs.filter((run) => run.id !== id))
  set(keptRunsAtom, (runs) => runs?.filter((run) => run.id !== id) ?? null)
  await onDevice(get(storageAtom), 'forgotten', (database) => forgetRun(database, id))
})

/** Deletes all runs of a user, by default the signed-in user. */
export const forgetRunsAtom = atom(null, async (get, set, userId: string | null = get(usernameAtom)) => {
  set(pageRunsAtom, [])
  set(keptRunsAtom, [])
  if (userId !== null) await onDevice(get(storageAtom), 'forgotten', (database) => forgetRuns(database, userId))
})

function pageRunOf(run: Run, userId: string | null): PageRun | null {
  if (userId === null) return null
  const { id, questions, answers, selection, startedAtMs, isEnded } = run
  const currentId = currentQuestion(run)?.id
  const about = { answered: answers.size, total: questions.length, themes: selection.themes, startedAtMs }
  return { id, userId, currentId, ...about, usedAtMs: Date.now(), isEnded, run }
}

function storedOf({ id, userId, startedAtMs, run: { selection, questions } }: PageRun): StoredRun {
  return { id, userId, questionIds: questions.map((question) => question.id), startedAtMs, selection }
}

function progressOf({ id: _key, run: _run, ...progress }: PageRun): RunProgress {
  return progress
}

/**
 * Runs database work that is needed only to resume runs later. If the work fails or the database does not respond, the error is
 * logged and the run continues in this page.
 */
export async function onDevice<Result>(
  storage: DeviceStorage,
  what: string,
  work: (database: QuizDatabase) => Promise<Result>,
): Promise<Result | undefined> {
  try {
    const database = await storage.database()
    return database ? await withinLimit(work(database)) : undefined
  } catch (cause) {
    logFailure(`The runs could not be ${what} on this device.`, cause)
    return undefined
  }
}
