import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    // One process for all files: a synthesis bundles the API into one folder, and aws-cdk-lib takes seconds to load.
    fileParallelism: false,
    isolate: false,
    testTimeout: 30_000,
    silent: 'passed-only', // the API logs its requests
    server: { deps: { external: [/\/build\/api\//] } }, // Node itself loads the bundle, as Lambda does
  },
})
