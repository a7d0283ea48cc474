import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findLayerBreaches } from '../../test/layers.ts'

/**
 * Layers of the sources, from the innermost to the outermost. A module imports only from its own layer or earlier layers.
 */
const LAYERS = [
  ['usage-error.ts', 'page-for-path.ts', 'bundle-api.ts', 'log-group.ts', 'site-headers.ts', 'alarm-topic.ts'],
  ['settings.ts'],
  ['mail-texts.ts', 'publish/', 'firewall.ts'],
  ['identity.ts', 'store.ts', 'api-function.ts'],
  ['api.ts'],
  ['site.ts', 'alarms.ts'],
  ['quiz-stack.ts', 'watch-stack.ts'],
  ['product-stacks.ts'],
]

test('every module imports only from its own layer or an earlier layer', () => {
  expect(findLayerBreaches(resolve(import.meta.dirname, '../src'), LAYERS)).toEqual([])
})
