import type { Question } from '../api/schemas.ts'

const collator = new Intl.Collator('pt-BR')

/** The themes a person can choose: distinct, sorted as in Portuguese, without the first entry (specification §2). */
export function themeChoices(questions: readonly Question[]): string[] {
  const themes = new Set(questions.map((question) => question.theme))
  return [...themes].sort(collator.compare).slice(1)
}

/** The questions of the chosen themes; all of them when none is chosen. */
export function filterByThemes(questions: readonly Question[], themes: readonly string[]): readonly Question[] {
  if (themes.length === 0) return questions
  const chosen = new Set(themes)
  return questions.filter((question) => chosen.has(question.theme))
}
