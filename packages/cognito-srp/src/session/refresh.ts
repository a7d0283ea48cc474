import type { CognitoClient } from '../client.ts'
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
    return await keepRefreshed(client, generation, stored, session)
  } catch (error) {
    if (!isRefusedRefresh(error)) throw error
    if (await removeRefused(client, generation, stored)) throw error
    return undefined
  }
}

/** Writes the new tokens unless somebody signed in or out since the request was sent. */
function keepRefreshed(
  client: CognitoClient,
  generation: number,
  sent: StoredSession,
  session: Session,
): Promise<Session | undefined> {
  return inStorageTurn(client, async () => {
    if (!(await isStillStored(client, generation, sent))) return undefined
    await writeSession(client, sent.storedUsername, session)
    emit(client, { type: 'refreshed', username: session.username })
    return session
  })
}

/** Signs out locally, unless the refused token is not the stored one any more. Tells whether it did. */
function removeRefused(client: CognitoClient, generation: number, sent: StoredSession): Promise<boolean> {
  return inStorageTurn(client, async () => {
    if (!(await isStillStored(client, generation, sent))) return false
    client.state.generation += 1
    await removeSession(client, sent.storedUsername)
    emit(client, { type: 'signedOut', username: sent.username })
    return true
  })
}

async function isStillStored(client: CognitoClient, generation: number, sent: StoredSession): Promise<boolean> {
  if (client.state.generation !== generation) return false
  const username = await readLastAuthUser(client)
  if (username !== sent.storedUsername) return false
  const key = itemKey(client, sent.storedUsername, 'refreshToken')
  return (await readItem(client, key)) === sent.refreshToken
}
