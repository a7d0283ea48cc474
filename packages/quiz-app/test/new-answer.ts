import type { NewAnswer } from '../src/sync/log-store.ts'

/** Creates an answer for a test, by default a right one. */
export function newAnswer(questionId: string, changes: Partial<NewAnswer> = {}): NewAnswer {
  return { questionId, runId: 's', selected: 0, correct: true, chosen: 'certa', right: 'certa', atMs: 0, ...changes }
}
