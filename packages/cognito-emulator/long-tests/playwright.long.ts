import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@cognito-srp/testing/free-port'
import { install, run } from '@cognito-srp/testing/run'

// Runs Playwright's own runner with the fixtures of the built package. Checks in a real Chromium that a page opens with the
// user signed in, for three clients. CHROMIUM_PATH is the path to the browser.

const isReady =
  (await install('interop', './test-runners')) &&
  (await run('pnpm', ['--filter', '@cognito-srp/client', '--filter', '@cognito-srp/emulator', 'build']))
process.exitCode = isReady && (await runSpecs()) ? 0 : 1

async function runSpecs(): Promise<boolean> {
  const results = mkdtempSync(join(tmpdir(), 'emulator-playwright-'))
  const env = {
    APP_PORT: String(await freePort()),
    EMULATOR_PORT: String(await freePort()),
    PLAYWRIGHT_RESULTS: results,
  }
  const cwd = 'interop/test-runners/playwright'
  const isGood = await run('node', ['../node_modules/@playwright/test/cli.js', 'test'], { cwd, env })
  rmSync(results, { recursive: true })
  return isGood
}
