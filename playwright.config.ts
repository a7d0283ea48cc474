import { availableParallelism } from 'node:os'

import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from '@cognito-srp/testing/chromium'

export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: Math.min(availableParallelism() + 1, 6), // some journeys wait for the ten seconds before a send
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    contextOptions: { reducedMotion: 'reduce' }, // frames between two states are work that no journey looks at
    serviceWorkers: 'block', // most journeys are one visit; those about a later one allow it
    launchOptions: chromiumLaunch(),
  },
})
