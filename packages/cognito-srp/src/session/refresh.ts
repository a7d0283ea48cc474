import type { CognitoClient } from '../client.ts'
import type { ServiceError } from '../errors.ts'
import { isRefusedRefresh } from '../service/failure.ts'
import { retry } from '../service/retry.ts'
import { itemKey, readItem } from '../storage/items.ts'
import { emit } from './events.ts'
import { requestTokens } from './request-tokens.ts'
import { remainingSeconds, type Session } from './session.ts'
import {
  inStorageTurn,
  readLastAuthUser,
  readStoredSession,
  removeSession,
  requireRefreshToken,
  writeSession,
  type StoredSession,
} from './stored-session.ts'

const REFRESH_DELAY_CAP_MS = 5000

/** Whether a session can be handed out without a refresh. */
export function isFresh(client: CognitoClient, session: Session | undefined): session is Session {
  return session !== undefined && remainingSeconds(session, client.now()) > client.refreshMarginSeconds
}

/**
 * Renews the session that was read as `seen`, joining a refresh that already runs.
 *
 * @returns undefined when the stored session was replaced or removed meanwhile: read it again
 * @throws what the last attempt failed with. A refusal by the service has then removed the tokens.
 */
export function refreshSession(client: CognitoClient, seen: StoredSession): Promise<Session | undefined> {
  const { state } = client
  const { generation } = state
  if (state.refresh?.generation === generation) return state.refresh.session
  const session = retry(() => client.lock(lockName(client, seen), () => attemptRefresh(client, seen, generation)), {
    delayCapMs: REFRESH_DELAY_CAP_MS,
  }).finally(() => {
    if (state.refresh?.session === session) state.refresh = undefined
  })
  state.refresh = { generation, session }
  return session
}

function lockName({ clientId }: CognitoClient, { storedUsername }: StoredSession): string {
  return `cognito-srp.${clientId}.${storedUsername}`
}

/** One attempt, in the lock: another tab may have refreshed, signed in or signed out since the storage was read. */
async function attemptRefresh(
  client: CognitoClient,
  seen: StoredSession,
  generation: number,
): Promise<Session | undefined> {
  if (client.state.generation !== generation) return undefined
  const stored = await inStorageTurn(client, () => readStoredSession(client))
  const isRenewed = stored.session?.accessToken.jwt !== seen.session?.accessToken.jwt
  if (isRenewed && isFresh(client, stored.session)) return stored.session
  const refreshToken = requireRefreshToken(stored)
  try {
    const session = await requestTokens(client, stored, refreshToken)
    return await ifStillStored(client, generation, stored, () => keepRefreshed(client, stored, session))
  } catch (error) {
    if (!isRefusedRefresh(error)) throw error
    return ifStillStored(client, generation, stored, () => removeRefused(client, stored, error))
  }
}

async function keepRefreshed(client: CognitoClient, sent: StoredSession, session: Session): Promise<Session> {
  await writeSession(client, sent.storedUsername, session)
  emit(client, { type: 'refreshed', username: session.username })
  return session
}

async function removeRefused(client: CognitoClient, sent: StoredSession, refusal: ServiceError): Promise<never> {
  client.state.generation += 1
  await removeSession(client, sent.storedUsername)
  emit(client, { type: 'signedOut', username: sent.username })
  throw refusal
}

/** Changes the stored session in a storage turn, unless somebody signed in, signed out or refreshed since `sent`. */
function ifStillStored(
  client: CognitoClient,
  generation: number,
  sent: StoredSession,
  change: () => Promise<Session>,
): Promise<Session | undefined> {
  return inStorageTurn(client, async () => {
    if (client.state.generation !== generation) return undefined
    if ((await readLastAuthUser(client)) !== sent.storedUsername) return undefined
    const refreshToken = await readItem(client, itemKey(client, sent.storedUsername, 'refreshToken'))
    return refreshToken === sent.refreshToken ? change() : undefined
  })
}
