import type { Question } from '@cognito-srp/contract'

import type { QuizStore } from '../store/quiz-store.ts'
import { mergeBank, type BankChange } from './merge-bank.ts'

/**
 * Adds questions to the bank, or changes those whose id is known, all in one transaction (see {@link mergeBank}).
 * A bank that would not change is not written, so its ETag stays.
 *
 * @param options.dryRun only counts what would happen
 */
export async function importBank(
  store: QuizStore,
  questions: readonly Question[],
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<BankChange> {
  let change: BankChange = { added: 0, changed: 0, unchanged: 0 }
  await store.updateBank((current) => {
    const merged = mergeBank(current, questions)
    change = merged.change
    const isSame = change.added === 0 && change.changed === 0
    return dryRun || isSame ? null : merged.questions
  })
  return change
}
