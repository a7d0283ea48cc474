import type { NewAnswer } from '../src/sync/log-store.ts'

/** An answer for a test: right, unless the test says otherwise. */
export function newAnswer(questionId: string, changes: Partial<NewAnswer> = {}): NewAnswer {
  return { questionId, runId: 's', selected: 0, correct: true, chosen: 'certa', right: 'certa', atMs: 0, ...changes }
}
