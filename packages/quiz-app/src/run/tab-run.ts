import { tryWebStorage } from '../storage/web-storage.ts'

const RUN_KEY = 'revisa.run'
const QUESTION_KEY = 'revisa.question'

// Which run a tab shows, and at which question. Its storage ends with the tab and outlives a reload, which then opens this
// run at this question and not what another tab used later, as it does where storage is refused.

/** Notes the run that the tab shows, or will show next, and its question if that is known. */
export function noteTabRun(id: string, questionId?: string): void {
  tryWebStorage(() => {
    sessionStorage.setItem(RUN_KEY, id)
    if (questionId !== undefined) sessionStorage.setItem(QUESTION_KEY, `${id}/${questionId}`)
  })
}

export function readTabRun(): string | null {
  return tryWebStorage(() => sessionStorage.getItem(RUN_KEY))
}

/** The question at which the tab showed a run; undefined when it last showed another run. */
export function readTabQuestion(id: string): string | undefined {
  const place = tryWebStorage(() => sessionStorage.getItem(QUESTION_KEY))
  return place?.startsWith(`${id}/`) ? place.slice(id.length + 1) : undefined
}
