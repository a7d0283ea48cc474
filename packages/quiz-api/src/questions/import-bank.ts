import { MAX_QUESTIONS, type Question } from '@cognito-srp/contract'

import type { QuizStore } from '../store/quiz-store.ts'

/** What an import does to the bank, counted by question. */
export type BankChange = { added: number; changed: number; unchanged: number }

/**
 * Adds questions to the bank, or changes those whose id is known, all in one transaction.
 * A bank that would not change is not written, so its ETag stays.
 *
 * @param options.dryRun only counts what would happen
 * @throws RangeError when the bank would have more questions than a user's statistics have entries; nothing is imported
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
 * The bank after an import: questions are matched by id, so importing a file twice changes nothing the second time.
 * A changed question keeps its place, new ones follow in the order of the file, none is removed.
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
    `The bank would have ${count} questions, but a student's statistics have room for ${MAX_QUESTIONS}. ` +
      'Nothing was imported: import fewer questions.',
  )
}

function isSame(left: Question, right: Question): boolean {
  return canonical(left) === canonical(right)
}

function canonical({ id, question, alternatives, correct, theme, explanation }: Question): string {
  return JSON.stringify([id, question, alternatives, correct, theme, explanation])
}
