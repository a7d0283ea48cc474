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

/**
 * Disabled features: address-bar popups, which take up a third of the time to open a window, and the features in
 * Playwright's own list, because Chromium applies only the last `--disable-features`.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Switches that disable background requests, first-run pages and unused parts of the window. */
const UNATTENDED = [
  `--disable-features=${DISABLED_FEATURES.join()}`,
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-dev-shm-usage',
]

/**
 * Returns Playwright's launch options for the tests' Chromium, which is `CHROMIUM_PATH` if it is set, otherwise an
 * installed Chromium, otherwise Playwright's own. `ensureBrowser` installs Chromium if it is missing.
 *
 * @param switches additional command-line switches
 */
export function chromiumLaunch(...switches: readonly string[]): { executablePath: string; args: string[] } {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [] // Chromium has no sandbox for root
  return { executablePath: findChromium() ?? 'chromium', args: [...sandbox, ...UNATTENDED, ...switches] }
}

/**
 * Returns the launch options for tests that do not need a window. The options select Debian's headless shell if it is
 * installed next to Chromium, because tests take a quarter less time with the shell. The shell has no popup blocker and
 * no back/forward cache.
 */
export function headlessShellLaunch(): { executablePath: string; args: string[] } {
  const { executablePath, args } = chromiumLaunch()
  const shell = `${executablePath}-headless-shell`
  return { executablePath: existsSync(shell) ? shell : executablePath, args }
}

/** Launches the tests' Chromium with Playwright. */
export function launchChromium(...switches: readonly string[]): Promise<Browser> {
  return chromium.launch(chromiumLaunch(...switches))
}

/** Returns `CHROMIUM_PATH`, or the path of an installed Chromium or Chrome or of Playwright's Chromium, or null. */
export function findChromium(): string | null {
  const chosen = process.env['CHROMIUM_PATH']
  if (chosen) return chosen
  return CANDIDATES.find((path) => existsSync(path)) ?? playwrightChromium()
}

/** Returns the path of the Chromium that `playwright install chromium` has downloaded, or null. */
function playwrightChromium(): string | null {
  try {
    const path = chromium.executablePath()
    return existsSync(path) ? path : null
  } catch {
    return null // Playwright has no browser for this platform
  }
}
