import { defineConfig } from 'vitest/config'

/** The peers compute for a second or more per sign-in. The limit should detect hangs, not a busy machine. */
const TEST_TIMEOUT_MS = 60_000

export default defineConfig({
  ssr: { resolve: { conditions: ['@cognito-srp/source', 'node'] } },
  test: { name: 'peers', include: ['*.test.ts'], environment: 'node', testTimeout: TEST_TIMEOUT_MS },
})
