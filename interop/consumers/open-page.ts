import { createServer, type Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { chromium } from 'playwright'

import { chromiumArguments, findChromium } from '../../scripts/browser/chromium.ts'

// node $OPEN_PAGE <address or folder of files>
//
// Opens it in Chromium with `?endpoint=` of the user pool, prints what the page says on its console, and ends when that
// is a line of a result, or with an error when none comes.

const LIMIT_MS = 60_000
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

const [place = '.'] = process.argv.slice(2)
const server = place.startsWith('http') ? undefined : await serve(place)
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments() })
try {
  const page = await browser.newPage()
  page.on('console', (message) => console.log(message.text()))
  page.on('pageerror', (error) => console.log(error.stack ?? error.message))
  page.on('requestfailed', (request) => console.log(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`))
  const result = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('"signIn"'),
    timeout: LIMIT_MS,
  })
  const address = server ? `http://127.0.0.1:${(server.address() as AddressInfo).port}/` : place
  const [, opened] = await Promise.all([
    result,
    page.goto(`${address}?endpoint=${encodeURIComponent(process.env['COGNITO_ENDPOINT'] ?? '')}`),
  ])
  if (!opened?.ok()) throw new Error(`The page answered ${opened?.status()}.`)
} finally {
  await browser.close()
  server?.close()
}

async function serve(folder: string): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1')
    const path = join(folder, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname))
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    readFile(path).then(
      (content) => response.writeHead(200, { 'Content-Type': type }).end(content),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}
