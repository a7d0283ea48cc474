import { defineConfig } from 'vitest/config'

/** The peers need a second or more of computing for a sign-in; the limit is for hangs, not for a busy machine. */
const TEST_TIMEOUT_MS = 60_000

export default defineConfig({
  ssr: { resolve: { conditions: ['@cognito-srp/source', 'node'] } },
  test: { name: 'peers', include: ['*.test.ts'], environment: 'node', testTimeout: TEST_TIMEOUT_MS },
})
