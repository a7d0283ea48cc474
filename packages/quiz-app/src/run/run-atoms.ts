import type { Question } from '@cognito-srp/contract'
import { atom } from 'jotai'
import type { Getter, Setter } from 'jotai'

import { logFailure } from '../failure-log.ts'
import { bankAtom, questionsAtom, restoreSelectionAtom, selectionAtom } from '../questions/bank.ts'
import { chooseQuestions, needsTallies } from '../questions/selection.ts'
import type { Selection } from '../questions/selection.ts'
import { randomId } from '../random-id.ts'
import { usernameAtom } from '../session/auth.ts'
import { readRun } from '../storage/kept-runs.ts'
import { storageAtom } from '../storage/storage-atoms.ts'
import type { NewAnswer } from '../sync/log-store.ts'
import { answerLogAtom, isStatsLoadedAtom, recordAnswerAtom, tallyOfAtom } from '../sync/sync-atoms.ts'
import {
  forgetRunAtom,
  keepNewRunAtom,
  keepRunAtom,
  onDevice,
  openRunsAtom,
  pageRun,
  readKeptRunsAtom,
  runsAtom,
} from './open-runs.ts'
import { answerOf, shownAlternatives } from './run-question.ts'
import { currentQuestion, joinAnswers, moveBy, resumeRun, startRun, wrongQuestions } from './run.ts'
import type { AnswerInLog, Run } from './run.ts'
import { noteTabRun, readTabQuestion, readTabRun } from './tab-run.ts'

/** Default selection: all questions in the bank's order. */
const EVERYTHING: Selection = { themes: [], mode: 'bank' }

/** Run that was opened last, until a new selection replaces it. */
const lastRunAtom = atom<Run | null>(null)

/** Id of the stored run that the user requested and the quiz has not opened yet. */
const wantedIdAtom = atom<string | null>(null)

/** Answers that are shown and not yet in the log, oldest first. {@link runAtom} adds them to the stored run. */
const storingAtom = atom<readonly NewAnswer[]>([])

/** Ids of the questions whose answer could not be stored on this device. These questions count as unanswered again. */
export const refusedAnswersAtom = atom<readonly string[]>([])

/** Notice next to the shown question. */
export type RunNotice =
  | { about: 'earlier-kept'; answered: number; total: number }
  /** `questionId` is set if the question is no longer shown. */
  | { about: 'answered-elsewhere'; questionId?: string }
  | { about: 'last-unanswered' }

export const runNoticeAtom = atom<RunNotice | null>(null)

/** Whether the next run can open: the questions are loaded, and the statistics too if the selection needs them. */
const canOpenAtom = atom((get) => {
  const isReady = get(isStatsLoadedAtom) || !needsTallies(get(selectionAtom) ?? EVERYTHING)
  return get(bankAtom).status === 'ready' && isReady
})

/** Opens the requested selection or run; otherwise this tab's run, the most recently used run, or all questions. */
const openedRunAtom = atom(
  (get) => (get(selectionAtom) === null && get(wantedIdAtom) === null ? get(lastRunAtom) : null),
  async (get, set): Promise<void> => {
    const userId = get(usernameAtom)
    const isOver = () => userId === null || get(usernameAtom) !== userId || get(openedRunAtom) !== null
    if (get(selectionAtom) === null && get(wantedIdAtom) === null && !isOver()) set(restoreSelectionAtom)
    // This atom is mounted again when the statistics for the restored selection are loaded.
    if (!get(canOpenAtom)) return
    while (!isOver()) {
      const selection = get(selectionAtom)
      const wantedId = get(wantedIdAtom)
      const resumed = selection === null ? await resume(get, set, wantedId) : null
      if (isOver()) return
      // The user made another choice during the read.
      if (get(selectionAtom) !== selection || get(wantedIdAtom) !== wantedId) continue

      set(wantedIdAtom, null)
      if (resumed) return set(showRunAtom, resumed)
      set(beginRunAtom, selection ?? EVERYTHING)
      return set(noteEarlierAtom)
    }
  },
)
openedRunAtom.onMount = (open) => void open()

/**
 * The shown run, including answers that are being stored; null until it is open. A run opens when a screen first shows it and its data are
 * loaded.
 */
export const runAtom = atom((get) => {
  const run = get(canOpenAtom) ? get(openedRunAtom) : null
  return run && joinAnswers(run, get(storingAtom))
})

/** The shown question; null if there is no run or its result is shown. */
const askedAtom = atom((get) => {
  const run = get(runAtom)
  return run === null || run.isEnded ? null : currentQuestion(run)
})

/** Opens a stored run in the quiz. */
export const continueRunAtom = atom(null, (_get, set, id: string) => {
  set(selectionAtom, null)
  set(wantedIdAtom, id)
  noteTabRun(id)
})

/**
 * Closes the run after a sign-out, so that the next user starts or resumes a run of their own. After a screen crashes, the user
 * is still signed in, so the selection is kept for the reload.
 */
export const closeRunAtom = atom(null, (_get, set) => {
  set(lastRunAtom, null)
  set(wantedIdAtom, null)
  set(restoreSelectionAtom)
  set(storingAtom, [])
  set(refusedAnswersAtom, [])
  set(runNoticeAtom, null)
})

/** Starts a run of only the questions that were answered wrong in the shown run. */
export const reviewMistakesAtom = atom(null, (get, set) => {
  const run = get(runAtom)
  if (run) set(beginWithAtom, wrongQuestions(run), run.selection)
})

/** Starts a new run with the selection of the shown run. */
export const repeatSelectionAtom = atom(null, (get, set) => {
  const run = get(runAtom)
  if (run) set(beginRunAtom, run.selection)
})

/** Ends the shown run, or reopens it after it was ended. */
export const endRunAtom = atom(null, (get, set, isEnded: boolean) => {
  const run = get(runAtom) && get(lastRunAtom)
  if (run === null) return
  set(runNoticeAtom, null)
  set(showRunAtom, { ...run, isEnded })
})

/** Leaves the shown run. A run that has ended is deleted and cannot be resumed. */
export const leaveRunAtom = atom(null, (get, set) => {
  const run = get(lastRunAtom)
  if (!run?.isEnded) return
  set(lastRunAtom, null)
  void set(forgetRunAtom, run.id)
})

/** Answers the shown question. The answer is shown immediately; the promise resolves when the answer is stored. */
export const answerAtom = atom(null, async (get, set, alternative: number) => {
  const run = get(runAtom)
  const question = get(askedAtom)
  if (run === null || question === null || question.answered) return
  const given = { ...answerOf(question, alternative), questionId: question.id, runId: run.id, atMs: Date.now() }
  set(storingAtom, (storing) => [...storing, given])
  set(runNoticeAtom, null)
  set(refusedAnswersAtom, (refused) => refused.filter((id) => id !== question.id))
  await set(storeAnswerAtom, given)
})

/** Answers the current question with the alternative at a position in the displayed order. */
export const answerAtPlaceAtom = atom(null, (get, set, place: number) => {
  const question = get(askedAtom)
  const alternative = question && shownAlternatives(question)[place]
  if (alternative) void set(answerAtom, alternative.index)
})

/** Stores a shown answer, once across all tabs. If storing fails, the answer is removed and a notice is shown. */
const storeAnswerAtom = atom(null, async (get, set, given: NewAnswer) => {
  const isClosed = () => !get(storingAtom).includes(given)
  try {
    const { answer, isNew } = await set(recordAnswerAtom, given)
    set(joinAnswersAtom, [answer])
    if (!isNew && !isClosed()) set(noteAnsweredElsewhereAtom, given.questionId)
  } catch (cause) {
    logFailure('The answer could not be stored on this device.', cause)
    if (!isClosed()) set(refusedAnswersAtom, (refused) => [...refused, given.questionId])
  }
  set(storingAtom, (storing) => storing.filter((other) => other !== given))
})

const noteAnsweredElsewhereAtom = atom(null, (get, set, questionId: string) => {
  const isOnScreen = get(askedAtom)?.id === questionId
  set(runNoticeAtom, { about: 'answered-elsewhere', ...(isOnScreen ? {} : { questionId }) })
})

/** Adds stored answers, given in this or another tab, to the shown run. */
export const joinAnswersAtom = atom(null, (get, set, answers: readonly AnswerInLog[]) => {
  const run = get(lastRunAtom)
  const joined = run && joinAnswers(run, answers)
  if (!joined || joined === run) return
  const wasAnswered = get(askedAtom)?.answered
  set(showRunAtom, joined)
  if (get(askedAtom)?.answered !== wasAnswered) set(runNoticeAtom, null)
})

/** Shows the next or previous question, if there is one. On an unanswered last question, shows a notice that the answer is missing. */
export const moveAtom = atom(null, (get, set, step: 1 | -1) => {
  const question = get(askedAtom)
  const run = get(lastRunAtom)
  if (question === null || run === null) return
  const moved = moveBy(run, step)
  const isStuck = moved === run && step === 1 && !question.answered
  set(runNoticeAtom, isStuck ? { about: 'last-unanswered' } : null)
  if (moved !== run) set(showRunAtom, moved)
})

const showRunAtom = atom(null, (_get, set, run: Run) => {
  set(lastRunAtom, run)
  noteTabRun(run.id, currentQuestion(run)?.id)
  void set(keepRunAtom, run)
})

/** Shows a notice if an earlier run remains open after a new selection. */
const noteEarlierAtom = atom(null, async (get, set) => {
  const run = get(lastRunAtom)
  await set(readKeptRunsAtom)
  const earlier = get(openRunsAtom).find(({ id }) => id !== run?.id)
  if (earlier === undefined || get(lastRunAtom) !== run) return
  set(runNoticeAtom, { about: 'earlier-kept', answered: earlier.answered, total: earlier.total })
})

const beginRunAtom = atom(null, (get, set, selection: Selection) => {
  set(beginWithAtom, chooseQuestions(get(questionsAtom), selection, get(tallyOfAtom)), selection)
})

const beginWithAtom = atom(null, (_get, set, questions: readonly Question[], selection: Selection) => {
  const run = startRun({ id: randomId(), selection, questions, startedAtMs: Date.now() })
  set(selectionAtom, null)
  set(lastRunAtom, run)
  noteTabRun(run.id, currentQuestion(run)?.id)
  set(runNoticeAtom, null)
  set(refusedAnswersAtom, [])
  void set(keepNewRunAtom, run)
})

/** Resumes a run with its answers from the log: the requested run, this tab's run, or the most recently used run. */
async function resume(get: Getter, set: Setter, wantedId: string | null): Promise<Run | null> {
  if (wantedId === null) await set(readKeptRunsAtom)
  const runs = get(runsAtom)
  const byId = (wanted: string | null) => runs.find(({ id }) => id === wanted)
  const kept = byId(wantedId) ?? byId(readTabRun()) ?? runs[0]
  if (kept === undefined) return null
  try {
    const answers = await get(answerLogAtom).readRunAnswers(kept.userId, kept.id)
    const ofPage = pageRun(get, kept.id)
    if (ofPage) return joinAnswers(ofPage, answers)
    const stored = await onDevice(get(storageAtom), 'read', (database) => readRun(database, kept.id))
    const currentId = readTabQuestion(kept.id) ?? kept.currentId
    return stored ? resumeRun({ ...stored, ...kept, currentId }, get(questionsAtom), answers) : null
  } catch (cause) {
    logFailure('The last run could not be read.', cause)
    return pageRun(get, kept.id) ?? null
  }
}
