import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** No calls home and no first-run pages. */
const UNATTENDED = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-dev-shm-usage',
]

/**
 * Options that start the Chromium of the tests: `CHROMIUM_PATH`, else one installed on this machine, else Playwright's.
 * `ensureBrowser` installs a missing one.
 *
 * @param switches more arguments of its command line
 */
export function chromiumLaunch(...switches: readonly string[]): { executablePath: string; args: string[] } {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [] // root has none
  return { executablePath: findChromium() ?? 'chromium', args: [...sandbox, ...UNATTENDED, ...switches] }
}

/** Starts the Chromium of the tests by Playwright. */
export function launchChromium(...switches: readonly string[]): Promise<Browser> {
  return chromium.launch(chromiumLaunch(...switches))
}

/** The path of a Chromium or Chrome on this machine, or null. */
export function findChromium(): string | null {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  return CANDIDATES.find((path) => existsSync(path)) ?? playwrightChromium()
}

/** The Chromium that `playwright install chromium` put into its cache, or null. */
function playwrightChromium(): string | null {
  try {
    const path = chromium.executablePath()
    return existsSync(path) ? path : null
  } catch {
    return null // Playwright has no browser for this platform
  }
}
