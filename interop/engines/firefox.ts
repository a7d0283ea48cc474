import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asJson, COMMAND_TIMEOUT_MS, VIEWPORT, type Engine, type Tab } from '@cognito-srp/testing/engines/engine'
import { ensureFirefox } from '@cognito-srp/testing/ensure-engines'
import { launch, type KeyInput, type Page } from 'puppeteer-core'

/** Preferences that set Portuguese, make timers as fast as in the other engines, and allow downloads without a prompt. */
const PREFERENCES = {
  'browser.download.alwaysOpenPanel': false,
  'browser.download.folderList': 2,
  'dom.min_background_timeout_value': 4,
  'intl.accept_languages': 'pt-BR, pt',
}

/** Starts Firefox with WebDriver BiDi (W3C). */
export async function start(): Promise<Engine> {
  const downloads = mkdtempSync(join(tmpdir(), 'firefox-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath: ensureFirefox(),
    defaultViewport: VIEWPORT,
    extraPrefsFirefox: { ...PREFERENCES, 'browser.download.dir': downloads },
    protocolTimeout: COMMAND_TIMEOUT_MS,
  })
  return {
    name: 'Firefox',
    version: (await browser.version()).replace(/^firefox\//i, ''),
    async openProfile() {
      const context = await browser.createBrowserContext()
      return {
        downloads,
        openTab: async () => tabOf(await context.newPage()),
        close: () => context.close(),
      }
    },
    async close() {
      await browser.close()
      rmSync(downloads, { recursive: true, force: true })
    },
  }
}

function tabOf(page: Page): Tab {
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: async (expression) => JSON.parse((await page.evaluate(asJson(expression))) as string) as unknown,
    click: ({ x, y }) => page.mouse.click(x, y),
    async press(keys) {
      for (const key of keys) await page.keyboard.press(key as KeyInput)
    },
    close: () => page.close(),
  }
}
