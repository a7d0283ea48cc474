import { checkOptions, type EmulatorOptions } from './options.ts'
import { createFaults, type Clock, type Faults, type Outbox } from './controls.ts'
import { createHttpApp } from './http/app.ts'
import { openServices } from './services.ts'
import { seedUsers } from './users/seed-users.ts'

/** A running emulator, without a server: `fetch` is its one entrance. */
export type Emulator = {
  /** Answers a request to the service's endpoint; a web-standard handler that any server can mount. */
  fetch(request: Request): Promise<Response>
  /** Codes "sent" so far, oldest first. */
  outbox: Outbox
  clock: Pick<Clock, 'advance'>
  faults: Pick<Faults, 'order' | 'clear'>
  /** Closes the data file. */
  close(): Promise<void>
}

/**
 * Makes an emulator of Cognito user pools. Nothing listens; signing keys are made when first needed.
 *
 * @throws {TypeError} when an option is wrong; the message says where and what was expected.
 * @throws {Error} when the data file cannot be opened, or a configured user cannot be made.
 */
export function createEmulator(options: EmulatorOptions): Emulator {
  checkOptions(options)
  const services = openServices(options)
  for (const pool of options.userPools) seedUsers(services, pool)
  for (const pool of services.pools.list()) services.authSessions.forgetExpired(pool)
  const faults = createFaults()
  const app = createHttpApp(services, faults, options)
  return {
    fetch: async (request) => app.fetch(request),
    outbox: services.outbox,
    clock: services.clock,
    faults,
    close: async () => services.database.close(),
  }
}
