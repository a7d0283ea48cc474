import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { poolsOf } from './cloudformation/load.ts'
import type { FaultOrder } from './controls/faults.ts'
import { refuseHost } from './http/guard.ts'
import { openCertificate, type TlsOptions } from './keys/certificate.ts'
import { seedDomain } from './operations/domains.ts'
import { seedResourceServers } from './operations/resource-servers.ts'
import { checkOptions, type EmulatorOptions } from './options/emulator-options.ts'
import { isServiceHost, serviceUrl } from './pools/address.ts'
import type { DeliveredMessage } from './printing.ts'
import { createHttpApp } from './server/app.ts'
import { createServer } from './server/node-server.ts'
import { openServices, type Services } from './services.ts'
import { seedUsers } from './users/seed-users.ts'

const DEFAULT_HOST = '127.0.0.1'

/**
 * A running emulator, without a server: `fetch` is its one entrance.
 *
 * @example
 * function lastCode({ outbox }: Emulator): string | undefined {
 *   return outbox.at(-1)?.code
 * }
 */
export type Emulator = {
  /**
   * Answers a request to the service's endpoint; a web-standard handler that any server can mount.
   *
   * @throws {TypeError} only on order of a fault that drops the connection.
   */
  fetch(request: Request): Promise<Response>
  /** Codes "sent" so far, oldest first. */
  outbox: DeliveredMessage[]
  clock: {
    /** Moves time forward. @throws {RangeError} when seconds is negative or not finite. */
    advance(seconds: number): void
  }
  faults: {
    /** @throws {RangeError} when `times` is not a positive integer. */
    order(order: FaultOrder): void
    clear(): void
  }
  /** Closes the data file. */
  close(): Promise<void>
}

/**
 * Makes an emulator of Cognito user pools. Nothing listens; signing keys are made when first needed.
 *
 * @throws {TypeError} when an option is wrong: the message says where and what was expected; or when two pools or two
 *   clients share an id.
 * @throws {Error} when the data file cannot be opened, or a configured user cannot be made.
 *
 * @example
 * const emulator = createEmulator({
 *   userPools: [
 *     { id: 'local_Pool1', clients: [{ id: 'web' }], users: [{ username: 'ana', password: 'Senha-123' }] },
 *   ],
 * })
 * const response = await emulator.fetch(
 *   new Request('http://localhost/', {
 *     method: 'POST',
 *     headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth' },
 *     body: JSON.stringify({
 *       ClientId: 'web',
 *       AuthFlow: 'USER_PASSWORD_AUTH',
 *       AuthParameters: { USERNAME: 'ana', PASSWORD: 'Senha-123' },
 *     }),
 *   }),
 * )
 * console.log(await response.json())
 * await emulator.close()
 */
export function createEmulator(options: EmulatorOptions): Emulator {
  checkOptions(options)
  if (options.issuer === 'emulator' && options.publicUrl === undefined) {
    throw new TypeError('The issuer cannot be the emulator, which listens nowhere: say its publicUrl.')
  }
  return openEmulator(options).emulator
}

/** An emulator, and what a server for it needs: among it, the address that is yet to be learnt. */
function openEmulator(options: EmulatorOptions): { emulator: Emulator; services: Services } {
  const userPools = poolsOf(options)
  const services = openServices(options, userPools)
  for (const pool of userPools) {
    seedUsers(services, pool)
    seedDomain(services.database, pool)
    seedResourceServers(services.database, pool)
  }
  for (const pool of services.pools.list()) services.authSessions.forgetExpired(pool)
  const app = createHttpApp(services, options)
  const emulator: Emulator = {
    fetch: async (request) => app.fetch(request),
    outbox: services.outbox,
    clock: services.clock,
    faults: services.faults,
    close: async () => services.database.close(),
  }
  return { emulator, services }
}

/**
 * Where and how to listen: port 0, the default, takes any free one; host 127.0.0.1.
 *
 * @example
 * const everywhere: ServerOptions = { port: 9339, host: '0.0.0.0' }
 */
export type ServerOptions = {
  port?: number
  host?: string
  /**
   * Listens with TLS: `true` with a certificate that the emulator makes for `localhost`, addresses, `allowedHosts` and
   * the service's own hosts, and keeps with its data; or with yours. Default false.
   */
  https?: boolean | TlsOptions
}

/**
 * An emulator that listens.
 *
 * @example
 * function sdkOptions({ url }: RunningEmulator) {
 *   return { endpoint: url, region: 'local' }
 * }
 */
export type RunningEmulator = Emulator & {
  /** The endpoint to configure in any client, for example `http://127.0.0.1:49152/`. */
  url: string
  /** With `https`, what clients have to trust (PEM): Node by `NODE_EXTRA_CA_CERTS` or `ca`. */
  certificate?: string
  server: Server
}

/**
 * Starts an emulator on a port of its own. `close` ends open connections.
 *
 * @throws {TypeError} when an option is wrong: the message says where and what was expected; or when two pools or two
 *   clients share an id.
 * @throws {Error} when the data file cannot be opened, or a configured user cannot be made; the server's own error,
 *   with its `code` (`EADDRINUSE`, …), when it cannot listen.
 *
 * @example
 * const emulator = await startEmulator({ userPools: [{ id: 'local_Pool1', clients: [{ id: 'web' }] }] })
 * console.log(emulator.url) // for the client under test
 * emulator.clock.advance(3600) // seconds
 * emulator.faults.order({ operation: 'InitiateAuth', fault: { kind: 'throttle' } })
 * await emulator.close()
 */
export async function startEmulator(options: EmulatorOptions & ServerOptions): Promise<RunningEmulator> {
  const { port = 0, host = DEFAULT_HOST, https = false, ...emulatorOptions } = options
  checkOptions(emulatorOptions)
  const { emulator, services } = openEmulator(emulatorOptions)
  const tls = https === true ? await openCertificate(services.database, hostsOf(options, services), Date.now()) : https
  const server = createServer(
    async (request) => refuseHost(request, emulatorOptions, isServiceHost) ?? emulator.fetch(request),
    tls,
  )
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    await emulator.close()
    throw error
  }
  const url = `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/`
  services.address.listensAt = url
  return {
    ...emulator,
    url,
    ...(tls && { certificate: tls.cert }),
    server,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await emulator.close()
    },
  }
}

/** By which names and addresses the emulator may be called: its own, and the service's that lead here. */
function hostsOf(
  { host = DEFAULT_HOST, allowedHosts = [] }: EmulatorOptions & ServerOptions,
  services: Services,
): string[] {
  const regions = services.pools.list().map(({ region }) => region)
  const names = regions.flatMap((region) => [
    new URL(serviceUrl(region)).hostname,
    `*.auth.${region}.amazoncognito.com`,
  ])
  return [...new Set(['localhost', '127.0.0.1', '::1', host, ...allowedHosts, ...names])]
}
