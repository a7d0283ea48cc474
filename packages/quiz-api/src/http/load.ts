import { countHeldBytes, type HeldBytes } from './large.ts'
import { takeTurns, type Turns } from './turns.ts'

/** What an API has to do at a time, bounded and countable. */
export type Load = { reads: Turns; writes: Turns; held: HeldBytes }

/** For `load` of `createQuizApi`, where somebody wants to know how much it is. */
export function createLoad(): Load {
  return { reads: takeTurns(), writes: takeTurns(), held: countHeldBytes() }
}
