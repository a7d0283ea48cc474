import { createEmulator, type Emulator, type UserPoolConfig } from '@cognito-srp/emulator'
import type { Engine, Profile } from '@cognito-srp/testing/engines/engine'
import { ENGINES, type EngineName } from '@cognito-srp/testing/engines/engines'
import { listenFetch } from '@cognito-srp/testing/listen'
import { allow, ANA, CLIENT_ID, POOL_ID } from '@cognito-srp/testing/user-pools'

import { bundleForPages } from '../bundle.ts'

const IDENTITY_PATH = '/cognito-idp/'

/**
 * Script of a worker and a service worker, which sign in when they get a message, and reply with the name of the step or the code
 * of the error. The script is bundled, because a service worker in Firefox ESR cannot import.
 */
const WORKER = `
import * as cognito from '@cognito-srp/client'
const client = cognito.createCognitoClient({ userPoolId: '${POOL_ID}', clientId: '${CLIENT_ID}', endpoint: '${IDENTITY_PATH}' })
addEventListener('message', async ({ data, ports }) => {
  const answer = await cognito.signIn(client, data).then(({ name }) => name, ({ code }) => code)
  ;(ports[0] ?? globalThis).postMessage(answer)
})
`

const PAGE = `<!doctype html><title>client</title><script type="module">
import * as cognito from '/client.js'
globalThis.aheadMs = 0
globalThis.cognito = cognito
globalThis.client = cognito.createCognitoClient({
  userPoolId: '${POOL_ID}',
  clientId: '${CLIENT_ID}',
  endpoint: '${IDENTITY_PATH}',
  now: () => Date.now() + globalThis.aheadMs,
})
globalThis.events = []
cognito.onAuthChange(client, (event) => globalThis.events.push(event))
</script>`

/** Engine that opens the pages, which is Chromium unless a long test sets another engine. */
export const ENGINE_NAME = (process.env['BROWSER_ENGINE'] ?? 'Chromium') as EngineName

/** Origin with a page, workers and an emulated pool, and a browser that opens the page. */
export type Site = {
  emulator: Emulator
  url: string
  engine: Engine
  profile: Profile
  close(): Promise<void>
}

/**
 * @param pool changes to a pool with one client and the user Ana
 * @param options `files`: additional files of the site by path
 */
export async function startSite(
  pool: Partial<UserPoolConfig> = {},
  { engineName = ENGINE_NAME, files = {} }: { engineName?: EngineName; files?: Readonly<Record<string, string>> } = {},
): Promise<Site> {
  const emulator = createEmulator({
    userPools: [
      {
        id: POOL_ID,
        clients: [{ id: CLIENT_ID, explicitAuthFlows: allow('USER_SRP_AUTH', 'USER_AUTH') }],
        users: [ANA],
        ...pool,
      },
    ],
  })
  const served = new Map([
    ...Object.entries(files),
    ['/', PAGE],
    ['/client.js', await bundleForPages(`export * from '@cognito-srp/client'`, { fromSources: true })],
    ['/worker.js', await bundleForPages(WORKER, { fromSources: true, format: 'iife' })],
  ])
  const server = await listenFetch((request) => {
    const { pathname } = new URL(request.url)
    if (pathname === IDENTITY_PATH) return emulator.fetch(new Request('http://localhost/', request))
    return serveFile(served.get(pathname), pathname)
  })
  const engine = await ENGINES[engineName]()
  const profile = await engine.openProfile()
  await profile.openTab() // stays open, because WebKit ends its session with its last window
  return {
    emulator,
    // Browsers treat localhost as a secure context, so secure cookies, service workers and locks work there.
    url: `http://localhost:${server.port}/`,
    engine,
    profile,
    async close() {
      await profile.close()
      await engine.close()
      await server.close()
      await emulator.close()
    },
  }
}

/** Creates a response that contains one of the site's files, or a 404 if the file does not exist. */
export function serveFile(file: string | undefined, path: string): Response {
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
  return new Response(file, {
    status: file === undefined ? 404 : 200,
    headers: { 'content-type': `${type}; charset=utf-8` },
  })
}
