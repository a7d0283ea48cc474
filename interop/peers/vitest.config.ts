import { defineConfig } from 'vitest/config'

/** With some peers, a sign-in takes a second or more of computation. The timeout should detect hangs, not a busy machine. */
const TEST_TIMEOUT_MS = 60_000

export default defineConfig({
  ssr: { resolve: { conditions: ['@cognito-srp/source', 'node'] } },
  test: { name: 'peers', include: ['*.test.ts'], environment: 'node', testTimeout: TEST_TIMEOUT_MS },
})
