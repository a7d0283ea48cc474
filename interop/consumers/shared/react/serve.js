import { createAuthStore, createCognitoClient } from '@cognito-srp/client'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

import { App } from './app.js'

/** Renders the page with a new client for each visitor. */
function renderPage() {
  const client = createCognitoClient({ userPoolId: 'local_Pool1', clientId: 'web' })
  const html = renderToString(createElement(App, { auth: createAuthStore(client) }))
  return `<!doctype html><title>Sign in</title><div id="root">${html}</div><script type="module" src="/page.js"></script>`
}

const server = createServer(({ url }, response) => {
  if (url === '/page.js') response.setHeader('Content-Type', 'text/javascript').end(readFileSync('page.js'))
  else response.setHeader('Content-Type', 'text/html').end(renderPage())
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${server.address().port}/`
const page = spawn(process.execPath, [process.env.OPEN_PAGE, address], { stdio: 'inherit' })
const [code] = await once(page, 'exit')
server.close()
process.exitCode = code
