import { resolve } from 'node:path'
import { expect, test } from 'vitest'

import { findLayerBreaches, packageImports } from '../../../test/layers.ts'

const SOURCE = resolve(import.meta.dirname, '../src')

/** From the innermost to the outermost: a module imports only from its own row or an earlier one. */
const LAYERS = [['store/'], ['questions/'], ['http/'], ['app.ts'], ['entries/'], ['index.ts', 'cli.ts']]

test('every module imports only from its own layer or an earlier one', () => {
  expect(findLayerBreaches(SOURCE, LAYERS)).toEqual([])
})

test.each([
  ['the web framework', /^(hono|@hono\/)/, /^(http\/|entries\/|app\.ts)/],
  ['SQLite', /^node:sqlite$/, /^store\//],
  ['DynamoDB', /^@aws-sdk\//, /^store\//],
  ['metrics', /^prom-client$/, /^entries\/metrics\.ts/],
  ['token verification', /^jose$/, /^http\/access-token\.ts/],
])('%s is imported only where it belongs', (_what, specifier, home) => {
  const importers = [...packageImports(SOURCE)].filter(([name]) => specifier.test(name)).flatMap(([, files]) => files)
  expect(importers).not.toEqual([])
  expect(importers.filter((file) => !home.test(file))).toEqual([])
})

test('of our packages only the contract and the HTTP server are imported: nothing of the client library or the emulator', () => {
  const ours = [...packageImports(SOURCE).keys()].filter((name) => name.startsWith('@cognito-srp/'))
  expect(ours).toEqual(['@cognito-srp/contract', '@cognito-srp/http-server'])
})
