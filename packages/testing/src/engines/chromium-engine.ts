import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'

import { headlessShellLaunch } from '../chromium.ts'
import { VIRTUAL_AUTHENTICATOR } from '../webauthn.ts'
import { asJson, VIEWPORT, type Engine, type Tab } from './engine.ts'

/** Starts Chromium with Playwright, as most tests do. */
export async function startChromium(): Promise<Engine> {
  const browser = await chromium.launch(headlessShellLaunch())
  return {
    name: 'Chromium',
    version: browser.version(),
    async openProfile() {
      const context = await browser.newContext({ locale: 'pt-BR', viewport: VIEWPORT })
      const downloads = mkdtempSync(join(tmpdir(), 'chromium-'))
      return {
        downloads,
        async openTab() {
          const page = await context.newPage()
          page.on('download', (file) => void file.saveAs(join(downloads, file.suggestedFilename())))
          return {
            open: async (url) => void (await page.goto(url)),
            reload: async () => void (await page.reload()),
            evaluate: async (expression) => JSON.parse(await page.evaluate<string>(asJson(expression))) as unknown,
            click: ({ x, y }) => page.mouse.click(x, y),
            async press(keys) {
              for (const key of keys) await (key.length > 1 ? page.keyboard.press(key) : page.keyboard.type(key))
            },
            async addAuthenticator() {
              const devtools = await context.newCDPSession(page)
              await devtools.send('WebAuthn.enable')
              await devtools.send('WebAuthn.addVirtualAuthenticator', VIRTUAL_AUTHENTICATOR)
            },
            close: () => page.close(),
          } satisfies Tab
        },
        async close() {
          await context.close()
          rmSync(downloads, { recursive: true, force: true })
        },
      }
    },
    close: () => browser.close(),
  }
}
