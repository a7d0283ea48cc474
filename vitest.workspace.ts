import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

import { defineConfig } from 'vitest/config'
import { playwright } from '@vitest/browser-playwright'
import { headlessShellLaunch } from '@cognito-srp/testing/chromium'

/** Many tests sign in for real and start real servers. The timeout should detect hangs, not a busy machine. */
const TEST_TIMEOUT_MS = 30_000

/** Timeout of `expect.poll`. Vitest's default of one second is too short on a busy machine. */
const POLL = { timeout: 15_000 }

/** Two workers per core, because tests spend half of their time waiting for a browser, a server or a timer. */
const WORKERS = 2 * availableParallelism()

const NODE_TESTS = 'src/**/*.test.{ts,tsx}'

const BROWSER_TESTS = 'src/**/*.browser.test.{ts,tsx}'

/** Each worker loads modules once for all of its files, which saves a quarter of the time. */
const SHARED = { isolate: false, setupFiles: [resolve('test/globals-restored.ts')] }

/**
 * Projects whose tests use BroadcastChannel. Their files run in separate processes, because a channel connects all threads of a
 * process. The other projects use threads, which take a tenth less time.
 */
const USES_BROADCAST_CHANNEL: ReadonlySet<string> = new Set(['cognito-srp', 'quiz-app'])

/** Tests in Node import the sources of other packages, not their builds. */
const ssr = { resolve: { conditions: ['@cognito-srp/source', 'node'] } }

/**
 * One Node project per package, one for the repository's own tests, and one that runs the app's `*.browser.test.*`
 * files in a real Chromium.
 */
export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      ...[
        'cognito-srp',
        'cognito-emulator',
        'contract',
        'http-server',
        'quiz-api',
        'quiz-app',
        'product',
        'testing',
        'vectors',
      ].map((name) => ({
        ssr,
        test: {
          name,
          root: `packages/${name}`,
          include: [NODE_TESTS, 'test/**/*.test.ts'],
          exclude: [BROWSER_TESTS],
          environment: 'node',
          pool: USES_BROADCAST_CHANNEL.has(name) ? 'forks' : 'threads',
          ...SHARED,
          testTimeout: TEST_TIMEOUT_MS,
          expect: { poll: POLL },
        },
      })),
      {
        ssr,
        test: {
          name: 'repository',
          include: ['{test,scripts,tools}/**/*.test.ts'],
          environment: 'node',
          ...SHARED,
          testTimeout: TEST_TIMEOUT_MS,
        },
      },
      {
        extends: 'packages/quiz-app/vite.config.ts',
        environments: { __vitest__: ssr }, // the environment of globalSetup
        root: 'packages/quiz-app',
        test: {
          name: 'quiz-app-browser',
          include: [BROWSER_TESTS],
          isolate: false, // load the app's modules once per page, not once per file
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 1 }, // after the other projects, because a page keeps a core busy
          setupFiles: ['test/clean-page.ts'],
          testTimeout: TEST_TIMEOUT_MS,
          expect: { poll: POLL },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: headlessShellLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
