import type { Question } from '@cognito-srp/contract'

/** A question for a test: two alternatives, the first one right, unless the test says otherwise. */
export function question(id: string, changes: Partial<Question> = {}): Question {
  return {
    id,
    question: `Pergunta ${id}?`,
    alternatives: ['certa', 'errada'],
    correct: 0,
    theme: 'História',
    ...changes,
  }
}
