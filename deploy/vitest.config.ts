import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    // All files run in one process, because each synthesis bundles the API into the same folder, and aws-cdk-lib loads slowly.
    fileParallelism: false,
    isolate: false,
    testTimeout: 30_000,
    silent: 'passed-only', // the API logs its requests
    server: { deps: { external: [/\/build\/api\//] } }, // Node itself loads the bundle, as Lambda does
  },
})
