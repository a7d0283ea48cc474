import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { chromium, type Browser, type Page } from 'playwright-core'

import { chromiumArguments, findChromium } from '../../scripts/browser/chromium.ts'
import { bundleForBrowsers } from './bundle.ts'
import type { Claim } from './challenge.ts'
import { CONTESTANTS, type Contestant } from './contestants.ts'
import { openExchange } from './challenge.ts'

declare global {
  var handshake: (challenge: object) => Promise<Claim>
}

/** A Chromium, and a server of one page per contestant that offers its handshake as a global function. */
export type Arena = {
  openPage: (contestant: Contestant) => Promise<Page>
  browser: Browser
  close: () => Promise<void>
}

export async function openArena(): Promise<Arena> {
  const scripts = new Map<string, string>()
  for (const name of Object.keys(CONTESTANTS)) {
    const source = `import { handshake } from './clients/${name}.ts'; globalThis.handshake = handshake`
    scripts.set(`/${name}`, await bundleForBrowsers(source))
  }
  const server = await serve(scripts)
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments() })
  const { port } = server.address() as AddressInfo
  return {
    browser,
    async openPage(contestant) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await page.goto(`http://127.0.0.1:${port}/${contestant}`)
      return page
    },
    async close() {
      await browser.close()
      server.close()
    },
  }
}

/** One handshake in the page, judged by the server; milliseconds as the page sees them. */
export async function timeHandshake(page: Page, contestant: Contestant): Promise<number> {
  const { challenge, accepts } = openExchange()
  const { claim, durationMs } = await page.evaluate(async (given) => {
    const startMs = performance.now()
    performance.mark('handshake-start')
    const made = await globalThis.handshake(given)
    performance.mark('handshake-end')
    return { claim: made, durationMs: performance.now() - startMs }
  }, challenge)
  if (!accepts(claim)) throw new Error(`The server refused the claim of ${contestant} in Chromium.`)
  return durationMs
}

function serve(scripts: ReadonlyMap<string, string>): Promise<Server> {
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '')
    const html = `<!doctype html><meta charset="utf-8"><title>Handshake</title><script>${script?.replaceAll('</script', '<\\/script')}</script>`
    response.writeHead(script === undefined ? 404 : 200, { 'Content-Type': 'text/html' })
    response.end(script === undefined ? '' : html)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}
