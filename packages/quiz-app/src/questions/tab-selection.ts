import * as z from 'zod/mini'

import { tryWebStorage } from '../storage/web-storage.ts'
import type { Selection } from './selection.ts'

const KEY = 'revisa.selection'

const keptSchema = z.object({
  username: z.string(),
  selection: z.object({
    themes: z.array(z.string()),
    mistakesOnly: z.exactOptional(z.boolean()),
    mode: z.enum(['bank', 'random', 'least-answered', 'lowest-hits']),
    limit: z.exactOptional(z.int()),
  }),
})

// What a user chose on one screen while another, which prepares it, is still being downloaded: a reload finds it again.
// The storage ends with the tab. Where the browser refuses it, a reload forgets the choice.

export function noteTabSelection(username: string, selection: Selection): void {
  tryWebStorage(() => sessionStorage.setItem(KEY, JSON.stringify({ username, selection })))
}

export function forgetTabSelection(): void {
  tryWebStorage(() => sessionStorage.removeItem(KEY))
}

/** The choice of a user; null when the tab keeps none. */
export function readTabSelection(username: string): Selection | null {
  const kept = tryWebStorage(() => keptSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')))
  return kept?.username === username ? kept.selection : null
}
