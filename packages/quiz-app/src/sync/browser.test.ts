import { afterEach, expect, test, vi } from 'vitest'

import { browserLock } from './browser.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['Web Locks', { locks: globalThis.navigator.locks }],
  ['a browser without them', {}],
])(
  'with %s one exchange runs at a time, in order, and a failed one does not block the next',
  async (_which, navigator) => {
    vi.stubGlobal('navigator', navigator)
    const events: string[] = []
    const exchange = (name: string) => async () => {
      events.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      events.push(`${name} ends`)
      if (name === 'one') throw new Error('lost')
      return name
    }
    const results = await Promise.allSettled([browserLock('ana', exchange('one')), browserLock('ana', exchange('two'))])
    expect(events).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  },
)
