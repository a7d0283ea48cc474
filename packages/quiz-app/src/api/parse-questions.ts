import { lenientQuestionSchema, type Question } from '@cognito-srp/contract'

/** How long a page is kept busy at a time, in milliseconds: half a frame, and far from a long task on a slow phone. */
const SLICE_MS = 8

/** Assigning to this key sets the prototype of the statistics, so no answer would be counted. */
const UNCOUNTABLE_ID = '__proto__'

/** A question of the list that was left out, and why; the text names fields, not contents. */
export type SkippedQuestion = { index: number; problem: string }

/** The well-formed questions of a reply in their order, and what was left out. */
export type ParsedQuestions = { questions: Question[]; skipped: SkippedQuestion[] }

/**
 * Separates the well-formed questions of a reply from the malformed ones; null when the reply is not a list at all. It
 * works in slices of about 8 ms, so that the page can draw and react while 50,000 are checked.
 */
export async function parseQuestions(body: unknown): Promise<ParsedQuestions | null> {
  if (!Array.isArray(body)) return null
  const questions: Question[] = []
  const skipped: SkippedQuestion[] = []
  const ids = new Set<string>()
  let sliceEndMs = -Infinity // so it pauses first: what ran before in this task had its share
  for (const [index, item] of body.entries()) {
    if (performance.now() >= sliceEndMs) {
      await pause()
      sliceEndMs = performance.now() + SLICE_MS
    }
    const parsed = lenientQuestionSchema.safeParse(item)
    if (!parsed.success) {
      const problem = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
      skipped.push({ index, problem })
      continue
    }
    const { id, theme } = parsed.data
    if (ids.has(id)) skipped.push({ index, problem: 'id: occurs twice in the list' })
    else if (id === UNCOUNTABLE_ID)
      skipped.push({ index, problem: `id: "${id}" cannot be used as a key of the statistics` })
    else questions.push({ ...parsed.data, theme: theme.trim() })
    ids.add(id)
  }
  return { questions, skipped }
}

/** Lets the page draw and react. Without `scheduler.yield` a timer does: its 4 ms are few beside each slice. */
function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
