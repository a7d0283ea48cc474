import { availableParallelism } from 'node:os'

import { defineConfig } from '@playwright/test'
import { headlessShellLaunch } from '@cognito-srp/testing/chromium'

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: Math.min(availableParallelism() + 1, 6), // some journeys wait ten seconds for a send
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    contextOptions: { reducedMotion: 'reduce' }, // no journey checks the animations between two states
    serviceWorkers: 'block', // only journeys with a later visit need the service worker
    launchOptions: headlessShellLaunch(),
  },
})
