import { chromiumLaunch, findChromium, launchChromium } from './chromium.ts'
import { installFromDebian, runQuietly } from './debian.ts'

const REMEDY = 'Install Chromium or Google Chrome, or set CHROMIUM_PATH to its executable, and run the command again.'

/**
 * Path of a Chromium that has started once: one on this machine, else one installed now (Debian's package for root,
 * Playwright's own build otherwise).
 *
 * @throws Error with the remedy when no Chromium can be found, installed and started
 */
export async function ensureBrowser(): Promise<string> {
  if (findChromium() === null) {
    console.log('No Chromium on this machine yet: installing one for the browser tests.')
    installFromDebian('chromium')
    if (findChromium() === null) runQuietly('playwright', ['install', 'chromium'])
  }
  const { executablePath } = chromiumLaunch()
  try {
    await (await launchChromium()).close()
    return executablePath
  } catch (error) {
    throw new Error(`The browser at ${executablePath} does not start. ${REMEDY}`, { cause: error })
  }
}
