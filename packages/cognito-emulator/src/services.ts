import { randomBytes } from 'node:crypto'

import { createClock } from './controls/clock.ts'
import { createFaults, type Faults } from './controls/faults.ts'
import { createDelivery, type Outbox } from './controls/outbox.ts'
import { createProviderAnswers, type ProviderAnswers } from './controls/provider-answers.ts'
import { createKms, type Kms } from './keys/kms.ts'
import type { EmulatorOptions } from './options/emulator-options.ts'
import { createAddress, type Address } from './pools/address.ts'
import type { DescribedPool } from './pools/pool-description.ts'
import { openPools, type PoolRegistry } from './pools/pools.ts'
import { createChallengeStore } from './sign-in/challenges.ts'
import type { SignInServices } from './sign-in/sign-in.ts'
import { createComputationQueue } from './srp/computation-queue.ts'
import { openDatabase, type Database } from './storage/database.ts'
import { openAuthSessions } from './tokens/auth-sessions.ts'
import { openTokens } from './tokens/tokens.ts'
import { checkModules } from './triggers/configuration.ts'
import { createAttemptLimits } from './users/attempt-limits.ts'
import { createCodes, type Codes } from './users/codes.ts'
import { openGroups, type Groups } from './users/group-directory.ts'
import { openDecoyUsers } from './users/decoy-users.ts'
import { openUnconfirmedAccounts, type UnconfirmedAccounts } from './users/unconfirmed-accounts.ts'
import { openUserDirectory } from './users/user-directory.ts'
import { createPasswords } from './users/user-passwords.ts'

const SERVER_SECRET_LENGTH_BYTES = 32

/** The state of one emulator and its connections to the outside. Each operation declares the services that it uses. */
export type Services = SignInServices & {
  database: Database
  pools: PoolRegistry
  codes: Codes
  groups: Groups
  unconfirmedAccounts: UnconfirmedAccounts
  outbox: Outbox
  faults: Faults
  providerAnswers: ProviderAnswers
  kms: Kms
  address: Address
}

/**
 * Opens the database and creates all services.
 *
 * @throws {TypeError} if two pools or two clients have the same id, or the module of a trigger does not exist.
 * @throws {Error} if the data file cannot be opened.
 */
export function openServices(options: EmulatorOptions, userPools: DescribedPool[]): Services {
  const { region, data, now, onDelivery, freeFailures, lambdas = {}, directory = process.cwd() } = options
  for (const named of [lambdas, ...userPools.map(({ triggers }) => triggers)]) checkModules(named, directory)
  const address = createAddress(options)
  const clock = createClock(now)
  const outbox: Outbox = []
  const deliver = createDelivery(outbox, onDelivery)
  const compute = createComputationQueue()
  const database = openDatabase(data)
  const serverSecret = openServerSecret(database)
  const kms = createKms(serverSecret)
  const lambdaSettings = { functions: lambdas, directory, kms }
  const pools = openPools({ database, clock, configs: userPools, region, address, lambdas: lambdaSettings })
  const users = openUserDirectory(database, clock)
  const groups = openGroups({ database, users, clock })
  const authSessions = openAuthSessions(database, clock)
  const attemptLimits = createAttemptLimits(clock, freeFailures)
  return {
    address,
    clock,
    outbox,
    faults: createFaults(),
    providerAnswers: createProviderAnswers(),
    deliver,
    compute,
    database,
    pools,
    users,
    groups,
    authSessions,
    unconfirmedAccounts: openUnconfirmedAccounts(users, pools.list()),
    tokens: openTokens({ clock, database, pools, users, groups, authSessions }),
    codes: createCodes({ clock, users, deliver, attemptLimits }),
    passwords: createPasswords(compute),
    challenges: createChallengeStore(clock),
    attemptLimits,
    decoyUsers: openDecoyUsers({ users, secret: serverSecret }),
    serverSecret,
    kms,
  }
}

function openServerSecret(database: Database): Buffer {
  const secrets = database.collection<string>('server-secret')
  const secret = secrets.get('', 'unknown-users') ?? randomBytes(SERVER_SECRET_LENGTH_BYTES).toString('hex')
  secrets.put('', 'unknown-users', secret)
  return Buffer.from(secret, 'hex')
}
