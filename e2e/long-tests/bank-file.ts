import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { Question } from '../student.ts'

const REPOSITORY = resolve(import.meta.dirname, '../..')
const THEMES = 60

/** Returns the path of the file with real questions next to the checkout, or null if the file does not exist. */
export function findRealBank(): string | null {
  const file = resolve(REPOSITORY, '../shared/data/questions.oab.json')
  return existsSync(file) ? file : null
}

/** Imports a bank into the database of a stopped product with the import command. */
export function importBankFile(file: string, dataFolder: string): void {
  const command = ['--conditions=@cognito-srp/source', 'packages/quiz-api/src/cli.ts', 'import', file]
  const STORE = `sqlite:${join(dataFolder, 'quiz.sqlite')}`
  execFileSync(process.execPath, command, { cwd: REPOSITORY, env: { ...process.env, STORE }, stdio: 'pipe' })
}

/** Creates a synthetic bank whose texts are as long as real ones. */
export function makeBank(size: number): Question[] {
  return Array.from({ length: size }, (_, index) => ({
    id: `sint-${index}`,
    question: `Questão ${index}: ${'qual destas afirmações sobre o assunto está correta? '.repeat(4)}`,
    alternatives: ['A', 'B', 'C', 'D', 'E'].map(
      (letter) => `Afirmação ${letter} da questão ${index}, nem curta nem longa`,
    ),
    correct: index % 5,
    theme: `Matéria ${String(index % THEMES).padStart(2, '0')}`,
  }))
}

/** Writes a bank to a file in a folder. @returns the path of the file */
export function writeBank(folder: string, questions: readonly Question[]): string {
  const file = join(folder, 'bank.json')
  writeFileSync(file, JSON.stringify(questions))
  return file
}
