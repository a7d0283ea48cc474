import { questionSchema, type Question } from '@cognito-srp/contract'
import { z } from 'zod'

/** One question of a file, not checked yet. `line` is where it starts, counted from 1. */
export type BankRow = { line: number; value: unknown }

/** What is wrong with a bank file: the line, the field (`correct`, `alternatives.2`, or `''` for the whole row), why. */
export type BankProblem = { line: number; field: string; message: string }

/** A bank that cannot be taken as it is; nothing of it was stored. Thrown by `parseBank` and `readSeedBank`. */
export class BankError extends Error {
  override readonly name = 'BankError'
  readonly code = 'InvalidBank'
  readonly problems: readonly BankProblem[]

  constructor(source: string, problems: readonly BankProblem[]) {
    super(`${source}: ${problems.map(describeProblem).join('; ')}`)
    this.problems = problems
  }
}

/** `line 12, correct: must be a whole number` */
export function describeProblem({ line, field, message }: BankProblem): string {
  return field === '' ? `line ${line}: ${message}` : `line ${line}, ${field}: ${message}`
}

/** What zod says of its own; the contract's schemas are written for zod/mini, which brings no words. */
const IN_ENGLISH = { error: z.locales.en().localeError }

/** Rows between two calls of `onProgress`. */
const PROGRESS_STEP = 1_000

/** Checks every row and reports all problems, not only the first; an id that occurs twice is one of them. */
export function checkBank(
  rows: readonly BankRow[],
  onProgress: (checked: number) => void = () => {},
): { questions: Question[]; problems: BankProblem[] } {
  const questions: Question[] = []
  const problems: BankProblem[] = []
  const lineOfId = new Map<string, number>()
  for (const [index, { line, value }] of rows.entries()) {
    const parsed = questionSchema.safeParse(value, IN_ENGLISH)
    if (parsed.success) questions.push(parsed.data)
    else problems.push(...parsed.error.issues.map((issue) => toProblem(line, issue)))
    problems.push(...repeatedId(lineOfId, line, parsed.data?.id))
    if ((index + 1) % PROGRESS_STEP === 0) onProgress(index + 1)
  }
  return { questions, problems }
}

function toProblem(line: number, issue: { path: PropertyKey[]; message: string }): BankProblem {
  return { line, field: issue.path.join('.'), message: issue.message }
}

function repeatedId(lineOfId: Map<string, number>, line: number, id: string | undefined): BankProblem[] {
  if (id === undefined) return []
  const firstLine = lineOfId.get(id)
  if (firstLine !== undefined) return [{ line, field: 'id', message: `"${id}" stands already in line ${firstLine}` }]
  lineOfId.set(id, line)
  return []
}
