import { beforeAll, beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The tests of all files share one page and its modules. The module vitest-browser-react is loaded once, so its automatic cleanup
// runs only in the first file.

/** Each test starts without the elements that the previous test rendered. */
beforeEach(() => cleanup())

/** Each file starts without the locks of earlier files' pending requests, as if those files had closed their page. */
beforeAll(async () => {
  const { held = [] } = await navigator.locks.query()
  for (const { name = '' } of held) await navigator.locks.request(name, { steal: true }, () => {})
})
