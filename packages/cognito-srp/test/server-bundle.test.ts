import { expect, test } from 'vitest'

import { bundleForPages } from './bundle.ts'

// Next checks all code in a bundle for the Edge Runtime, and reports unsupported features even in code that never runs.

const TAB_CODE = /BroadcastChannel|navigator\.locks/
const bundle = (subpath: string) =>
  bundleForPages(`export * from '@cognito-srp/client${subpath}'`, { fromSources: true, keepsUnused: true })

test('the modules of /server contain no code for browser tabs', async () => {
  expect(await bundle('')).toMatch(TAB_CODE) // the pattern matches the code where it exists
  expect(await bundle('/server')).not.toMatch(TAB_CODE)
})
