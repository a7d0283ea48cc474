import { chromiumLaunch, findChromium, launchChromium } from './chromium.ts'
import { installFromDebian, runQuietly } from './debian.ts'

const REMEDY = 'Install Chromium or Google Chrome, or set CHROMIUM_PATH to its executable, and run the command again.'

/**
 * Returns the path of a Chromium that starts. If the machine has no Chromium, installs Debian's package when running as
 * root, and Playwright's build otherwise.
 *
 * @throws Error when no Chromium can be installed or started; the message names the remedy
 */
export async function ensureBrowser(): Promise<string> {
  if (findChromium() === null) {
    console.log('This machine has no Chromium. The command installs Chromium for the browser tests.')
    installFromDebian('chromium', 'chromium-headless-shell')
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
