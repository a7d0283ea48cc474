import type { Question } from '@cognito-srp/contract'

/** Creates a question for a test, by default with two alternatives of which the first is right. */
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
