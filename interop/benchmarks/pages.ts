import { listen } from '@cognito-srp/testing/listen'

import { bundleForBrowsers } from './bundle.ts'
import type { Challenge, Claim } from './challenge.ts'
import { CONTESTANTS, type Contestant } from './contestants.ts'
import type { Timing } from './timing.ts'

/** Globals that each page defines. */
declare global {
  var handshake: (challenge: Challenge) => Promise<Claim>
  var measure: (challenges: readonly Challenge[]) => Promise<Timing[]>
}

/** A server with one page per contestant. */
export type Pages = { urlOf: (contestant: Contestant) => string; close: () => Promise<void> }

/** Headers that give a page's clock a resolution of 20 µs in Firefox and WebKit, instead of 1 ms. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

export async function servePages(): Promise<Pages> {
  const pages = new Map<string, string>()
  for (const name of Object.keys(CONTESTANTS)) {
    const script = await bundleForBrowsers(`
      import { handshake } from './clients/${name}.ts'
      import { timeHandshakes } from './timing.ts'
      globalThis.handshake = handshake
      globalThis.measure = (challenges) => timeHandshakes(handshake, challenges)`)
    const inline = script.replaceAll('</script', '<\\/script')
    pages.set(`/${name}`, `<!doctype html><meta charset="utf-8"><title>${name}</title><script>${inline}</script>`)
  }
  const { url, close } = await listen((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page === undefined ? 404 : 200, { 'Content-Type': 'text/html', ...ISOLATED }).end(page)
  })
  return { urlOf: (contestant) => `${url}/${contestant}`, close }
}
