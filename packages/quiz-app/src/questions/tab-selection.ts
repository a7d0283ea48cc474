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

// Stores the user's choice while the screen that prepares the run is still downloading, so that a reload does not lose it.
// sessionStorage lasts as long as the tab. If the browser blocks storage, a reload loses the choice.

export function noteTabSelection(username: string, selection: Selection): void {
  tryWebStorage(() => sessionStorage.setItem(KEY, JSON.stringify({ username, selection })))
}

export function forgetTabSelection(): void {
  tryWebStorage(() => sessionStorage.removeItem(KEY))
}

/** Returns the user's choice, or null if the tab stores no valid choice of this user. */
export function readTabSelection(username: string): Selection | null {
  const kept = tryWebStorage(() => keptSchema.parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')))
  return kept?.username === username ? kept.selection : null
}
