import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Switches for an unattended Chromium: no calls home, no first-run pages, no sandbox where root forbids one. */
export function chromiumArguments(): string[] {
  const quiet = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
    '--disable-dev-shm-usage',
  ]
  return process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet
}

/**
 * The Chromium to drive: `CHROMIUM_PATH`, else one installed on this machine, else the one Playwright manages.
 * It is only looked for here; `ensure-browser.ts` installs one and proves that it starts.
 */
export function findChromium(): string {
  return installedChromium() ?? playwrightChromium() ?? 'chromium'
}

/** A Chromium or Chrome on this machine, or null. */
export function installedChromium(): string | null {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  return CANDIDATES.find((path) => existsSync(path)) ?? null
}

/** The Chromium that `playwright install chromium` put into its cache, or null. */
export function playwrightChromium(): string | null {
  try {
    const script = "process.stdout.write(require('playwright').chromium.executablePath())"
    const path = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })
    return existsSync(path) ? path : null
  } catch {
    return null // playwright knows no browser for this platform
  }
}
