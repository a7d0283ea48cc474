// An old engine, QtWebEngine 5.15 of Debian (Chrome 87), opens the product: it is told that it is too old.
// Usage: node --conditions=development e2e/long-tests/below-floor.long.ts

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureQtWebEngine } from '@cognito-srp/testing/ensure-engines'

import { withWholeProduct } from './whole-product.ts'

const PROGRAM = join(import.meta.dirname, '../engines/old-browser.py')
const MESSAGE = 'Este navegador é antigo demais'
const TIMEOUT_MS = 60_000

process.exitCode = (await withWholeProduct(async ({ product }) => isTold(product.url))) ? 0 : 1

function isTold(url: string): boolean {
  const environment = {
    ...process.env,
    QT_QPA_PLATFORM: 'offscreen',
    QTWEBENGINE_CHROMIUM_FLAGS: '--disable-gpu',
    QTWEBENGINE_DISABLE_SANDBOX: '1',
  }
  const options = { env: environment, encoding: 'utf8', timeout: TIMEOUT_MS } as const
  const { stdout, stderr } = spawnSync(ensureQtWebEngine(), [PROGRAM, url], options)
  if (!stdout) {
    console.log(`QtWebEngine: no answer.\n${stderr}`)
    return false
  }
  const { browser, text } = JSON.parse(stdout) as { browser: string; text: string }
  const name = /Chrome\/\d+/.exec(browser)?.[0] ?? browser
  console.log(`${name}: ${text.replaceAll(/\s+/g, ' ')}`)
  return text.includes(MESSAGE)
}
