import { readFileSync, renameSync, writeFileSync } from 'node:fs'

import { BankError, describeProblem } from '../questions/check-bank.ts'
import { importBank } from '../questions/import-bank.ts'
import { parseBank } from '../questions/parse-bank.ts'
import { openStore } from '../store/open-store.ts'
import type { QuizStore } from '../store/quiz-store.ts'
import type { StoreSettings } from './settings.ts'

/** Where the commands write: results, and beside them progress and problems. */
export type Terminal = { print: (line: string) => void; complain: (line: string) => void }

/**
 * `quiz-api import`: adds the questions of a file to the bank, all or none.
 *
 * @returns the exit code: 1 when the file is not good, after naming every bad row
 */
export async function importCommand(
  { file, dryRun, settings }: { file: string; dryRun: boolean; settings: StoreSettings },
  { print, complain }: Terminal,
): Promise<number> {
  const read = readQuestions(file, complain)
  if (read instanceof BankError) {
    for (const problem of read.problems) complain(`${file}, ${describeProblem(problem)}`)
    complain(`Nothing was imported: ${read.problems.length} problems.`)
    return 1
  }
  complain(`${read.length} questions read.`)
  const { added, changed, unchanged } = await withStore(settings, (store) => importBank(store, read, { dryRun }))
  const counts = `${added} added, ${changed} changed, ${unchanged} unchanged`
  print(dryRun ? `Dry run, nothing was written. It would be: ${counts}.` : `Imported: ${counts}.`)
  return 0
}

/** `quiz-api export`: prints the bank as JSON, or writes it to a file in one step. */
export async function exportCommand(
  { file, settings }: { file: string | undefined; settings: StoreSettings },
  { print, complain }: Terminal,
): Promise<number> {
  const { questions } = await withStore(settings, (store) => store.readBank())
  const text = JSON.stringify(questions, null, 2)
  if (file === undefined) {
    print(text)
    return 0
  }
  writeFileSync(`${file}.part`, `${text}\n`)
  renameSync(`${file}.part`, file)
  complain(`${questions.length} questions exported to ${file}.`)
  return 0
}

function readQuestions(file: string, complain: (line: string) => void) {
  try {
    return parseBank(file, decodeUtf8(file), (checked) => complain(`${checked} questions checked …`))
  } catch (error) {
    if (error instanceof BankError) return error
    throw error
  }
}

function decodeUtf8(file: string): string {
  const bytes = readFileSync(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BankError(file, [{ line: 1, field: '', message: 'the file is not UTF-8' }])
  }
}

async function withStore<Result>(
  { STORE, CREATE_TABLE }: StoreSettings,
  work: (store: QuizStore) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(STORE, { createMissingTable: CREATE_TABLE })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
