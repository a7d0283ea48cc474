import { lenientQuestionSchema, type Question } from '@cognito-srp/contract'

/** Time after which a slice pauses to unblock the page: half a frame, and much less than a long task even on a slow phone. */
const SLICE_MS = 8

/** Question id that cannot be a key of the statistics: assigning to this key would set the object's prototype. */
const UNCOUNTABLE_ID = '__proto__'

/** Index of a skipped question, and a description of the problem without the question's texts. */
export type SkippedQuestion = { index: number; problem: string }

/** Well-formed questions in the order of the reply, and the skipped questions. */
export type ParsedQuestions = { questions: Question[]; skipped: SkippedQuestion[] }

/**
 * Separates the well-formed questions of a reply from the malformed ones. Returns null if the reply is not a list. The function works in
 * slices of about 8 ms, so that the page can render and react while 50,000 questions are checked.
 */
export async function parseQuestions(body: unknown): Promise<ParsedQuestions | null> {
  if (!Array.isArray(body)) return null
  const questions: Question[] = []
  const skipped: SkippedQuestion[] = []
  const ids = new Set<string>()
  // The function pauses first, because earlier work in this task has already blocked the page.
  let sliceEndMs = -Infinity
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

/**
 * Lets the page render and react. Without `scheduler.yield`, the function uses a timer, which browsers may delay by 4 ms or more.
 */
function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve))
}
