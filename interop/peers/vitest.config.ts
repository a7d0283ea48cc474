import { defineConfig } from 'vitest/config'

/** Each sign-in of a peer needs a second or more of computation. The limit should detect hangs, not a busy machine. */
const TEST_TIMEOUT_MS = 60_000

export default defineConfig({
  ssr: { resolve: { conditions: ['@cognito-srp/source', 'node'] } },
  test: { name: 'peers', include: ['*.test.ts'], environment: 'node', testTimeout: TEST_TIMEOUT_MS },
})
