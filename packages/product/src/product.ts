import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createEmulator, describeDelivery, type Emulator } from '@cognito-srp/emulator'
import { createGuardedServer, stopServer } from '@cognito-srp/http-server'
import {
  apiHeaders,
  askCognito,
  createQuizApi,
  importBank,
  openStore,
  readSeedBank,
  remoteJwks,
  type QuizStore,
} from '@cognito-srp/quiz-api'
import { Hono } from 'hono'

import { localUrl, networkUrls, ownUrl } from './addresses.ts'
import { openDataFolder } from './data-folder.ts'
import { DEMO_POOL } from './demo.ts'
import type { Settings } from './settings.ts'
import { createSite } from './site.ts'

const ISSUER = `https://cognito-idp.local.amazonaws.com/${DEMO_POOL.id}`
/**
 * Time for requests in flight to finish when the product stops; one second less than `main.ts` waits before it exits.
 */
const GRACE_MS = 2_000
const DIST_FOLDER = resolve(import.meta.dirname, '../../quiz-app/dist')

/** The running product, with app, API and identity service on one port. */
export type Product = {
  /** URL for browsers on this machine. */
  url: string
  /** URLs for other devices on the network. The list is empty unless HOST lets other devices connect. */
  networkUrls: string[]
  close(): Promise<void>
}

/**
 * Opens the data folder, loads the bank, and serves the app at `/`, the API at `/api` and the identity service at
 * `/cognito-idp/`.
 *
 * @param distFolder folder of the built app
 * @throws Error, for example when the data folder cannot be used, the app has not been built, or the port is in use;
 * the message names the remedy
 */
export async function startProduct(settings: Settings, distFolder = DIST_FOLDER): Promise<Product> {
  const site = createSite(distFolder, settings.connectSources)
  const folder = openDataFolder(settings.dataFolder)
  const identity = createIdentity(settings, folder)
  const store = await openStore(settings.store, { createMissingTable: true })
  await importBank(store, readSeedBank())

  const product = new Hono()
  const respond = getRequestListener(product.fetch)
  const server = createGuardedServer((request, response) => void respond(request, response), {
    headers: apiHeaders(),
    trustedProxies: settings.trustedProxies,
  })
  const closeDatabases = async () => {
    await identity.close()
    await store.close()
  }
  try {
    await listen(server, settings)
  } catch (error) {
    await closeDatabases()
    throw error
  }
  const { address, port } = server.address() as AddressInfo
  mountParts(product, settings, { identity, store, site, url: ownUrl(address, port) })
  return {
    url: localUrl(address, port),
    networkUrls: networkUrls(address, port),
    close: async () => {
      await stopServer(server, GRACE_MS)
      await closeDatabases()
    },
  }
}

function createIdentity(settings: Settings, folder: { identityFile: string; adminKey: string }): Emulator {
  return createEmulator({
    userPools: [DEMO_POOL],
    data: folder.identityFile,
    adminKey: folder.adminKey,
    sameOrigin: true,
    allowedHosts: settings.allowedHosts,
    allowedOrigins: settings.allowedOrigins,
    onDelivery: (message) => console.log(describeDelivery(message)),
  })
}

type Parts = { identity: Emulator; store: QuizStore; site: Hono; url: string }

function mountParts(product: Hono, { allowedOrigins }: Settings, parts: Parts): void {
  const { identity, store, site, url } = parts
  const jwks = remoteJwks(new URL(`${url}/cognito-idp/${DEMO_POOL.id}/.well-known/jwks.json`))
  product.mount('/cognito-idp', (request) => identity.fetch(request))
  product.route(
    '/api',
    createQuizApi({
      store,
      issuer: ISSUER,
      clientIds: DEMO_POOL.clients.map(({ id }) => id),
      jwks,
      askPool: askCognito('http://localhost/', (input, init) => identity.fetch(new Request(input, init))),
      allowedOrigins,
    }),
  )
  product.route('/', site)
}

function listen(server: Server, { port, host }: Settings): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      fail(new Error(listenFailure(error, port, host), { cause: error })),
    )
    server.listen(port, host, done)
  })
}

function listenFailure(error: NodeJS.ErrnoException, port: number, host: string): string {
  if (error.code === 'EADDRINUSE')
    return `Another program uses port ${port}. Choose another port: PORT=${port + 1} npm start`
  if (error.code === 'EACCES')
    return `This account may not listen on port ${port}. Choose a port above 1023: PORT=8080 npm start`
  return `Cannot listen on ${host}, port ${port} (${error.message}). Check HOST and PORT.`
}
