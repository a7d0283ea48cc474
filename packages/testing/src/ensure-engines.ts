import { existsSync } from 'node:fs'

import { installFromDebian } from './debian.ts'

/** Paths of the programs that run WebKitGTK: the driver, the browser that the driver starts, and a virtual screen. */
export type WebKitPrograms = { driver: string; browser: string; screen: string }

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']
const WEBKIT_DRIVER = ['/usr/bin/WebKitWebDriver']
const WEBKIT_BROWSER = ['x86_64', 'aarch64'].flatMap((machine) =>
  ['4.1', '6.0', '4.0'].map((version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
)
const SCREEN = ['/usr/bin/Xvfb']

/**
 * Returns `FIREFOX_PATH` or the path of an installed Firefox. If Firefox is missing, installs Debian's package.
 *
 * @throws Error when Firefox is missing and cannot be installed; the message names the remedy
 */
export function ensureFirefox(): string {
  const chosen = process.env['FIREFOX_PATH']
  if (chosen) return chosen
  if (!first(FIREFOX)) installFromDebian('firefox-esr')
  return required(FIREFOX, 'Install Firefox, or set FIREFOX_PATH to its executable.')
}

/**
 * Returns the paths of an installed WebKitGTK. If WebKitGTK is missing, installs Debian's packages.
 *
 * @throws Error when WebKitGTK is missing and cannot be installed; the message names the remedy
 */
export function ensureWebKit(): WebKitPrograms {
  const parts = [WEBKIT_DRIVER, WEBKIT_BROWSER, SCREEN]
  if (!parts.every(first)) installFromDebian('webkit2gtk-driver', 'xvfb')
  const remedy = 'WebKitGTK runs only on Linux. Install webkit2gtk-driver and xvfb there.'
  return {
    driver: required(WEBKIT_DRIVER, remedy),
    browser: required(WEBKIT_BROWSER, remedy),
    screen: required(SCREEN, remedy),
  }
}

function first(candidates: readonly string[]): string | undefined {
  return candidates.find((path) => existsSync(path))
}

function required(candidates: readonly string[], remedy: string): string {
  const found = first(candidates)
  if (found) return found
  throw new Error(`${candidates[0]} is missing and could not be installed. ${remedy}`)
}
