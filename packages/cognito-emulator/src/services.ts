import { randomBytes } from 'node:crypto'

import { createClock, type Clock } from './clock.ts'
import { createDelivery, type Deliver, type Outbox } from './delivery/outbox.ts'
import type { EmulatorOptions } from './options.ts'
import { openPools, type PoolRegistry } from './pools.ts'
import { createAttemptLimits, type AttemptLimits } from './sign-in/attempt-limits.ts'
import { createChallengeStore, type ChallengeStore } from './sign-in/challenge-store.ts'
import { createTurnQueue, type TurnQueue } from './srp/group.ts'
import { openDatabase, type Database } from './store/database.ts'
import { openAuthSessions, type AuthSessions } from './tokens/auth-sessions.ts'
import { openSigningKeys, type SigningKeys } from './tokens/signing-keys.ts'
import { openUserDirectory, type UserDirectory } from './users/user-directory.ts'

const SERVER_SECRET_LENGTH_BYTES = 32

/** Everything an operation works with: the state of one emulator and the edges it reaches out by. */
export type Services = {
  clock: Clock
  database: Database
  pools: PoolRegistry
  users: UserDirectory
  authSessions: AuthSessions
  challenges: ChallengeStore
  attemptLimits: AttemptLimits
  signingKeys: SigningKeys
  outbox: Outbox
  deliver: Deliver
  /** For computations that would hold up other requests. */
  compute: TurnQueue
  /** What the answers for unknown users are derived from, so that they stay the same. */
  serverSecret: Buffer
}

/** Opens the database and joins the parts. */
export function openServices({ userPools, region, data, now, onDelivery }: EmulatorOptions): Services {
  const clock = createClock(now)
  const database = openDatabase(data)
  const outbox: Outbox = []
  return {
    clock,
    database,
    pools: openPools(database, userPools, region),
    users: openUserDirectory(database, clock),
    authSessions: openAuthSessions(database, clock),
    challenges: createChallengeStore(clock),
    attemptLimits: createAttemptLimits(clock),
    signingKeys: openSigningKeys(database),
    outbox,
    deliver: createDelivery(outbox, onDelivery),
    compute: createTurnQueue(),
    serverSecret: openServerSecret(database),
  }
}

function openServerSecret(database: Database): Buffer {
  const secrets = database.collection<string>('server-secret')
  const secret = secrets.get('', 'unknown-users') ?? randomBytes(SERVER_SECRET_LENGTH_BYTES).toString('hex')
  secrets.put('', 'unknown-users', secret)
  return Buffer.from(secret, 'hex')
}
