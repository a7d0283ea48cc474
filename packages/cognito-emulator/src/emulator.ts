import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { poolsOf } from './cloudformation/load.ts'
import type { FaultOrder } from './controls/faults.ts'
import type { ProviderAnswerOrder } from './controls/provider-answers.ts'
import { refuseHost } from './http/guard.ts'
import { openCertificate, type TlsOptions } from './keys/certificate.ts'
import { seedDomain } from './operations/domains.ts'
import { seedIdentityProviders } from './operations/identity-providers.ts'
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
 * An emulator without a server. Pass requests to `fetch`.
 *
 * @example
 * function lastCode({ outbox }: Emulator): string | undefined {
 *   return outbox.at(-1)?.code
 * }
 */
export type Emulator = {
  /**
   * Handles a request to the service's endpoint. `fetch` is a web-standard handler, which any server can mount.
   *
   * @throws {TypeError} only if a test added a fault that drops the connection.
   */
  fetch(request: Request): Promise<Response>
  /** The newest 1,000 messages "sent" so far, oldest first. */
  outbox: DeliveredMessage[]
  clock: {
    /** Moves time forward. @throws {RangeError} if seconds is negative or not finite. */
    advance(seconds: number): void
  }
  faults: {
    /** Adds a fault. @throws {RangeError} if `times` is not a positive integer. */
    order(order: FaultOrder): void
    clear(): void
  }
  providerAnswers: {
    /**
     * Adds an order for incorrect responses from a test provider.
     *
     * @throws {RangeError} if `times` is not a positive integer.
     */
    order(order: ProviderAnswerOrder): void
    clear(): void
  }
  /** Closes the data file. */
  close(): Promise<void>
}

/**
 * Creates an emulator of Cognito user pools. The emulator does not listen on a port. Signing keys are created on first
 * use.
 *
 * @throws {TypeError} if an option is invalid (the message contains its path and what was expected), or if two pools or
 * two clients have the same id.
 * @throws {Error} if the data file cannot be opened or a configured user cannot be created.
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
    throw new TypeError("issuer 'emulator' needs publicUrl, because createEmulator does not listen on a port.")
  }
  return openEmulator(options).emulator
}

/** Opens an emulator. Returns the emulator's services too, because a server must set `address.listensAt`. */
function openEmulator(options: EmulatorOptions): { emulator: Emulator; services: Services } {
  const userPools = poolsOf(options)
  const services = openServices(options, userPools)
  for (const pool of userPools) {
    seedUsers(services, pool)
    seedDomain(services.database, pool)
    seedResourceServers(services.database, pool)
    seedIdentityProviders(services, pool)
  }
  for (const pool of services.pools.list()) services.authSessions.forgetExpired(pool)
  const app = createHttpApp(services, options)
  const emulator: Emulator = {
    fetch: async (request) => app.fetch(request),
    outbox: services.outbox,
    clock: services.clock,
    faults: services.faults,
    providerAnswers: services.providerAnswers,
    close: async () => services.database.close(),
  }
  return { emulator, services }
}

/**
 * Host, port and TLS settings of the server. Default: any free port (0) on 127.0.0.1.
 *
 * @example
 * const everywhere: ServerOptions = { port: 9339, host: '0.0.0.0' }
 */
export type ServerOptions = {
  port?: number
  host?: string
  /**
   * Enables TLS. With `true`, the emulator creates a certificate for `localhost`, the loopback addresses, `host`,
   * `allowedHosts` and the service's own hosts, and stores the certificate with its data. Pass {@link TlsOptions} to use your own
   * certificate. Default: false.
   */
  https?: boolean | TlsOptions
}

/**
 * An emulator that listens on a port.
 *
 * @example
 * function sdkOptions({ url }: RunningEmulator) {
 *   return { endpoint: url, region: 'local' }
 * }
 */
export type RunningEmulator = Emulator & {
  /** The endpoint to configure in clients, for example `http://127.0.0.1:49152/`. */
  url: string
  /** Certificate (PEM) that clients must trust, if `https` is set. In Node, use `NODE_EXTRA_CA_CERTS` or the `ca` option. */
  certificate?: string
  server: Server
}

/**
 * Starts an emulator that listens on a port. `close` also closes open connections.
 *
 * @throws {TypeError} if an option is invalid (the message contains its path and what was expected), or if two pools or
 * two clients have the same id.
 * @throws {Error} if the data file cannot be opened, a configured user cannot be created, or the server cannot listen.
 * If the server cannot listen, the error is the server's own error with a `code` such as `EADDRINUSE`.
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

/** Host names and addresses of the emulator and the service, for the certificate. */
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
