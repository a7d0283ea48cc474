import { defineConfig } from 'vitest/config'

/** The tests that judge mutants, in Node. Those with browsers, bundles or many expiries would take hours. */
export default defineConfig({
  test: {
    include: [
      'src/{srp,session,sign-in,service,operations}/**/*.test.ts',
      'test/{aborts,state-machine}.test.ts',
      'test/emulator/{challenges,devices}.test.ts',
    ],
    environment: 'node',
    testTimeout: 30_000,
  },
})
