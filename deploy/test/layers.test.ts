import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findLayerBreaches } from '../../test/layers.ts'

/** From the innermost row to the outermost; a module imports only its own row or earlier ones. */
const LAYERS = [
  ['usage-error.ts', 'page-for-path.ts', 'bundle-api.ts', 'kept-logs.ts', 'site-headers.ts', 'alarm-topic.ts'],
  ['settings.ts'],
  ['mail-texts.ts', 'publish/', 'firewall.ts'],
  ['identity.ts', 'store.ts', 'api-function.ts'],
  ['api.ts'],
  ['site.ts', 'alarms.ts'],
  ['quiz-stack.ts', 'watch-stack.ts'],
  ['product-stacks.ts'],
]

test('every module imports only its own row or earlier ones', () => {
  expect(findLayerBreaches(resolve(import.meta.dirname, '../src'), LAYERS)).toEqual([])
})
