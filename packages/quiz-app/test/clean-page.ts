import { beforeAll, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The tests of all files share a page and its modules. (Importing vitest-browser-react cleans up for the first file alone.)

/** Each test begins without what the one before rendered. */
beforeEach(() => cleanup())

/** Each file begins without the locks of requests that an earlier one left unanswered, as if it had closed its page. */
beforeAll(async () => {
  const { held = [] } = await navigator.locks.query()
  for (const { name = '' } of held) await navigator.locks.request(name, { steal: true }, () => {})
})
