// Hand-written checks of counts. A schema would take several times as long, which would be noticeable for a user with
// thousands of tallies.

/** Number of attempts and right answers for one question. */
export type Tally = { tries: number; correct: number }

/** Whether a value has both counts and no more right answers than attempts. Other fields are allowed. */
export function isTally(value: unknown): value is Tally {
  if (!isRecord(value)) return false
  const { tries, correct } = value
  return isCount(tries) && isCount(correct) && correct <= tries
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
