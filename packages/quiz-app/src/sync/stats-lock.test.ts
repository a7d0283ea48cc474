import { expect, test } from 'vitest'

import { createStatsLock } from './stats-lock.ts'
import type { StatsLock } from './stats-lock.ts'

const locks: [string, () => StatsLock][] = [
  ['Web Locks', () => createStatsLock(globalThis.navigator.locks)],
  ['a browser without them', () => createStatsLock(undefined)],
]

test.each(locks)(
  'with %s one exchange runs at a time, in order, and a failed one does not block the next',
  async (_which, create) => {
    const lock = create()
    const events: string[] = []
    const exchange = (name: string) => async () => {
      events.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      events.push(`${name} ends`)
      if (name === 'one') throw new Error('lost')
      return name
    }
    const results = await Promise.allSettled([lock('ana', exchange('one')), lock('ana', exchange('two'))])
    expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  },
)
