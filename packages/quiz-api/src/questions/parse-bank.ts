import type { Question } from '@cognito-srp/contract'

import { BankError, checkBank } from './check-bank.ts'
import { readCsvRows } from './csv-rows.ts'
import { readJsonRows } from './json-rows.ts'

/**
 * The questions of a bank file, all checked.
 *
 * @param fileName decides the format: `.json` or `.csv`; it also names the file in problems
 * @throws BankError with every bad row, by line and field
 */
export function parseBank(fileName: string, text: string, onProgress?: (checked: number) => void): Question[] {
  const { questions, problems } = checkBank(readRows(fileName, text), onProgress)
  if (problems.length > 0) throw new BankError(fileName, problems)
  return questions
}

function readRows(fileName: string, text: string) {
  if (fileName.endsWith('.json')) return readJsonRows(fileName, text.replace(/^\uFEFF/, ''))
  if (fileName.endsWith('.csv')) return readCsvRows(fileName, text)
  throw new BankError(fileName, [{ line: 1, field: '', message: 'must be a .json or a .csv file' }])
}
