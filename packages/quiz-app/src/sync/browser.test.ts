import { expect, test } from 'vitest'

import { createLock } from './browser.ts'
import type { Lock } from './browser.ts'

const locks: [string, () => Lock][] = [
  ['Web Locks', () => createLock()],
  ['a browser without them', () => createLock({})],
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
