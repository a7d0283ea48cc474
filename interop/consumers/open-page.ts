import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, resolve } from 'node:path'
import { chromium, type Page } from 'playwright'
import { listen } from '@cognito-srp/testing/listen'
import { chromiumLaunch, launchChromium } from '@cognito-srp/testing/chromium'

// node $OPEN_PAGE <address or folder of files>
//
// Opens a page in Chromium with the user pool's address in `?endpoint=`, and prints the page's console output. Exits
// after the console line that contains the result, or fails if no such line arrives within a minute. A folder with a manifest.json is loaded
// as an unpacked extension, whose index.html is opened.

const LIMIT_MS = 60_000
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

type Opened = { page: Page; address: string; close: () => Promise<void> }

const [place = '.'] = process.argv.slice(2)
const { page, address, close } = await open(place)
try {
  page.on('console', (message) => console.log(message.text()))
  page.on('pageerror', (error) => console.log(error.stack ?? error.message))
  page.on('requestfailed', (request) => console.log(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`))
  const result = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('"signIn"'),
    timeout: LIMIT_MS,
  })
  const [, opened] = await Promise.all([
    result,
    page.goto(`${address}?endpoint=${encodeURIComponent(process.env['COGNITO_ENDPOINT'] ?? '')}`),
  ])
  if (!opened?.ok()) throw new Error(`The page could not be opened: status ${opened?.status()}.`)
} finally {
  await close()
}

async function open(place: string): Promise<Opened> {
  if (place.startsWith('http')) return openAddress(place)
  if (existsSync(join(place, 'manifest.json'))) return openExtension(resolve(place))
  const server = await listen(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1')
    const path = join(place, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname))
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    readFile(path).then(
      (content) => response.writeHead(200, { 'Content-Type': type }).end(content),
      () => response.writeHead(404).end(),
    )
  })
  return openAddress(`${server.url}/`, server.close)
}

async function openAddress(address: string, closeServer?: () => Promise<void>): Promise<Opened> {
  const browser = await launchChromium()
  const close = async () => {
    await browser.close()
    await closeServer?.()
  }
  return { page: await browser.newPage(), address, close }
}

async function openExtension(folder: string): Promise<Opened> {
  const context = await chromium.launchPersistentContext('', {
    ...chromiumLaunch(`--disable-extensions-except=${folder}`, `--load-extension=${folder}`),
  })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: LIMIT_MS }))
  const address = new URL('/index.html', worker.url()).href
  return { page: await context.newPage(), address, close: () => context.close() }
}
