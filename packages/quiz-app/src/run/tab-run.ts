import { tryWebStorage } from '../storage/web-storage.ts'

const RUN_KEY = 'revisa.run'
const QUESTION_KEY = 'revisa.question'

// Stores in sessionStorage which run and question this tab shows. A reload then opens the same run at the same question. If the
// browser blocks this storage, a reload opens the most recently used run of any tab.

/** Stores the run that the tab shows or will show next, and its question if known. */
export function noteTabRun(id: string, questionId?: string): void {
  tryWebStorage(() => {
    sessionStorage.setItem(RUN_KEY, id)
    if (questionId !== undefined) sessionStorage.setItem(QUESTION_KEY, `${id}/${questionId}`)
  })
}

export function readTabRun(): string | null {
  return tryWebStorage(() => sessionStorage.getItem(RUN_KEY))
}

/** Returns the question at which the tab showed a run, or undefined if the tab last showed another run. */
export function readTabQuestion(id: string): string | undefined {
  const place = tryWebStorage(() => sessionStorage.getItem(QUESTION_KEY))
  return place?.startsWith(`${id}/`) ? place.slice(id.length + 1) : undefined
}
