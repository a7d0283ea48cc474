import { MAX_QUESTIONS, type Question } from '@cognito-srp/contract'

import type { QuizStore } from '../store/quiz-store.ts'

/** Number of questions that an import adds, changes and leaves unchanged. */
export type BankChange = { added: number; changed: number; unchanged: number }

/**
 * Adds questions to the bank and updates questions with known ids, in one transaction. If nothing changes, the bank is
 * not written and keeps its ETag.
 *
 * @param options.dryRun counts the changes without writing them
 * @throws RangeError when the bank would have more questions than a user's statistics can have entries; nothing is
 * imported
 * @throws StoreBusyError when other writers kept replacing the bank
 */
export async function importBank(
  store: QuizStore,
  questions: readonly Question[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<BankChange> {
  let change: BankChange = { added: 0, changed: 0, unchanged: 0 }
  await store.updateBank((current) => {
    const merged = mergeBank(current, questions)
    if (merged.questions.length > MAX_QUESTIONS) throw tooManyQuestions(merged.questions.length)
    change = merged.change
    const isSame = change.added === 0 && change.changed === 0
    return dryRun || isSame ? null : merged.questions
  })
  return change
}

/**
 * Merges questions into the bank by id, so importing the same file again changes nothing. Changed questions keep their position, new
 * questions are appended in the order of the file, and no question is removed.
 */
function mergeBank(
  current: readonly Question[],
  incoming: readonly Question[],
): { questions: Question[]; change: BankChange } {
  const byId = new Map(current.map((question) => [question.id, question]))
  const change = { added: 0, changed: 0, unchanged: 0 }
  for (const question of incoming) {
    const known = byId.get(question.id)
    change[known === undefined ? 'added' : isSame(known, question) ? 'unchanged' : 'changed'] += 1
    byId.set(question.id, question)
  }
  return { questions: [...byId.values()], change }
}

function tooManyQuestions(count: number): RangeError {
  return new RangeError(
    `The bank would have ${count} questions, but the maximum is ${MAX_QUESTIONS}. ` +
      'Nothing was imported. Import fewer questions.',
  )
}

function isSame(left: Question, right: Question): boolean {
  return canonical(left) === canonical(right)
}

function canonical({ id, question, alternatives, correct, theme, explanation }: Question): string {
  return JSON.stringify([id, question, alternatives, correct, theme, explanation])
}
