import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, resolve } from 'node:path'
import { chromium, type Page } from 'playwright'
import { listen } from '@cognito-srp/testing/listen'
import { chromiumLaunch, launchChromium } from '@cognito-srp/testing/chromium'

// node $OPEN_PAGE <address or folder of files> [path]
//
// Opens a page in Chromium with the user pool's address in `?endpoint=`, and prints the page's console output. Exits
// after the page has logged its result, or fails if the page does not log a result within a minute. A folder with a
// manifest.json is loaded as an unpacked extension, whose index.html is opened. If the path names a page for a hosted
// login, the program registers the page's address as a callback URL, and signs in on the pool's pages.

const LIMIT_MS = 60_000
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

type Opened = { page: Page; address: string; close: () => Promise<void> }

const [place = '.', path = ''] = process.argv.slice(2)
const endpoint = process.env['COGNITO_ENDPOINT'] ?? ''
const { page, address: folderAddress, close } = await open(place)
const address = `${folderAddress}${path}`
try {
  page.on('console', (message) => console.log(message.text()))
  page.on('pageerror', (error) => console.log(error.stack ?? error.message))
  page.on('requestfailed', (request) => console.log(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`))
  if (path.includes('hosted')) await registerCallback(address)
  const result = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('"signIn"'),
    timeout: LIMIT_MS,
  })
  const [, opened] = await Promise.all([
    result,
    page.goto(`${address}?endpoint=${encodeURIComponent(endpoint)}`),
    path.includes('hosted') && signInOnPoolPage(page),
  ])
  if (!opened?.ok()) throw new Error(`The page could not be opened: status ${opened?.status()}.`)
} finally {
  await close()
}

async function registerCallback(callback: string): Promise<void> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.UpdateUserPoolClient',
    },
    body: JSON.stringify({
      UserPoolId: 'local_Pool3',
      ClientId: 'hosted',
      CallbackURLs: [callback],
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      SupportedIdentityProviders: ['COGNITO'],
    }),
  })
  if (!response.ok) throw new Error(`The callback URL could not be registered: ${await response.text()}`)
}

async function signInOnPoolPage(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('ana')
  await page.getByLabel('Password').fill('Senha-123')
  await page.getByRole('button', { name: 'Sign in' }).click()
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
