import { expect, test } from 'vitest'

import { bundleForPages } from './bundle.ts'

// Next checks all code of a bundle for the Edge Runtime, and reports what that runtime lacks even where it never runs.

const TAB_CODE = /BroadcastChannel|navigator\.locks/
const bundle = (subpath: string) =>
  bundleForPages(`export * from '@cognito-srp/client${subpath}'`, { fromSources: true, keepsUnused: true })

test('the modules of /server contain no code for browser tabs', async () => {
  expect(await bundle('')).toMatch(TAB_CODE) // the check finds it where it is
  expect(await bundle('/server')).not.toMatch(TAB_CODE)
})
