import type { Question } from '@cognito-srp/contract'
import { page } from 'vitest/browser'

import { question } from './question.ts'

// Helpers for the tests of the signed-in screens, with a small question bank, and locators that find controls by their Portuguese names.

/** Bank with three themes and a question without a theme. The empty theme comes first, so the list of themes omits it. */
export const BANK: Question[] = [
  question('h1', { theme: 'História', alternatives: ['errada h1', 'certa h1', '', 'outra h1'], correct: 1 }),
  question('g1', { theme: 'Geografia', alternatives: ['certa g1', 'errada g1'] }),
  question('h2', { theme: 'História', alternatives: ['certa h2', 'errada h2'] }),
  question('m1', { theme: 'Matemática', alternatives: ['certa m1', 'errada m1'] }),
  question('s1', { theme: '', alternatives: ['certa s1', 'errada s1'] }),
]

export const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Finds the alternative with this text. After the answer, the alternative's name also contains the verdict. */
export const alternative = (text: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${text}`) })

export const choose = (text: string) => alternative(text).click()

export const chip = (text: string) => page.getByText(text, { exact: true })
