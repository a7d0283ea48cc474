import { chromium } from 'playwright'

import { chromiumArguments, installedChromium, playwrightChromium } from './chromium.ts'
import { installFromDebian, runQuietly } from './debian.ts'

const REMEDY = 'Install Chromium or Google Chrome, or set CHROMIUM_PATH to its executable, and run the command again.'

/**
 * Path of a Chromium that was seen to start: one on this machine, else one installed now (Debian's package for root,
 * Playwright's own build otherwise).
 *
 * @throws Error with the remedy when none can be found, installed and started.
 */
export async function ensureBrowser(): Promise<string> {
  const found = installedChromium() ?? playwrightChromium()
  if (found) {
    const failure = await launchFailure(found)
    if (failure === null) return found
    throw new Error(`The browser at ${found} does not start: ${failure}\n${REMEDY}`)
  }

  console.log('No Chromium on this machine yet: installing one for the browser tests.')
  installFromDebian('chromium')
  const fromDebian = installedChromium()
  if (fromDebian && (await launchFailure(fromDebian)) === null) return fromDebian

  runQuietly('playwright', ['install', 'chromium'])
  const fromPlaywright = playwrightChromium()
  if (fromPlaywright && (await launchFailure(fromPlaywright)) === null) return fromPlaywright
  throw new Error(`No browser could be installed for the browser tests. ${REMEDY}`)
}

async function launchFailure(executablePath: string): Promise<string | null> {
  try {
    const browser = await chromium.launch({ executablePath, args: chromiumArguments() })
    await browser.close()
    return null
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? error.message) : String(error)
  }
}
