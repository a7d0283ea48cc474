import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = resolve(import.meta.dirname, '../src')

/** Layers from the innermost to the outermost. A module imports only from its own layer or an earlier layer. */
const LAYERS = [['store/'], ['questions/'], ['http/'], ['app.ts'], ['entries/'], ['index.ts', 'cli.ts']]

test('every module imports only from its own layer or an earlier layer', () => {
  expect(findLayerBreaches(SOURCE, LAYERS)).toEqual([])
})

test.each([
  ['the web framework', /^(hono|@hono\/)/, /^(http\/|entries\/|app\.ts)/],
  ['SQLite', /^node:sqlite$/, /^store\//],
  ['DynamoDB', /^@aws-sdk\//, /^store\//],
  ['the metrics library', /^prom-client$/, /^entries\/metrics\.ts/],
  ['the token library', /^jose$/, /^http\/access-token\.ts/],
])('%s is imported only by the modules that may use it', (_what, specifier, home) => {
  const importers = [...packageImports(SOURCE)].filter(([name]) => specifier.test(name)).flatMap(([, files]) => files)
  expect(importers).not.toEqual([])
  expect(importers.filter((file) => !home.test(file))).toEqual([])
})

test('the API imports only two packages of this repository, the contract and the HTTP server', () => {
  const ours = [...packageImports(SOURCE).keys()].filter((name) => name.startsWith('@cognito-srp/'))
  expect(ours).toEqual(['@cognito-srp/contract', '@cognito-srp/http-server'])
})
