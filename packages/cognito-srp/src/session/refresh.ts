import type { CognitoClient } from '../client.ts'
import { ServiceError } from '../errors.ts'
import { assertFlowHas } from '../service/flows.ts'
import { retry } from '../service/retry.ts'
import { callService } from '../service/transport.ts'
import { contextFields, secretHash, type AuthAnswer } from '../service/wire.ts'
import { readItem, readLastAuthUser } from '../storage/token-storage.ts'
import { emit } from './events.ts'
import { openSession, remainingSeconds, type Session } from './session.ts'
import {
  inStorageTurn,
  readStoredSession,
  removeSession,
  requireRefreshToken,
  writeTokens,
  type StoredSession,
} from './stored-session.ts'

const REFRESH_DELAY_CAP_MS = 5000

/** Codes by which the service refuses a refresh token for good. */
const REFRESH_REFUSALS = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'PasswordResetRequiredException',
  'UserNotConfirmedException',
  'RefreshTokenReuseException',
])

/** Whether a session can be handed out without a refresh. */
export function isFresh(client: CognitoClient, session: Session | undefined): session is Session {
  return session !== undefined && remainingSeconds(session, client.now()) > client.refreshMarginSeconds
}

/** Whether the service refused a refresh token for good, so that only a new sign-in helps. */
export function isRefusedRefresh(error: unknown): error is ServiceError {
  return error instanceof ServiceError && REFRESH_REFUSALS.has(error.code)
}

/**
 * Renews the session that was read as `seen`, joining a refresh that already runs.
 *
 * @returns undefined when the stored session was replaced or removed meanwhile: read it again
 * @throws what the last request failed with. A refusal by the service has then removed the tokens.
 */
export function refreshSession(client: CognitoClient, seen: StoredSession): Promise<Session | undefined> {
  const { state } = client
  const { generation } = state
  if (state.refresh?.generation === generation) return state.refresh.session
  const lockName = `cognito-srp.${client.clientId}.${seen.storedUsername}`
  const session = retry(() => client.lock(lockName, () => refreshOnce(client, seen, generation)), {
    delayCapMs: REFRESH_DELAY_CAP_MS,
  }).finally(() => {
    if (state.refresh?.session === session) state.refresh = undefined
  })
  state.refresh = { generation, session }
  return session
}

/** Holds the lock: another tab may have refreshed, signed in or signed out since the storage was read. */
async function refreshOnce(
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

/**
 * Asks the service for new tokens, once. Stores nothing.
 *
 * @throws {@link ServiceError}, {@link NetworkError}, {@link TimeoutError}; {@link SessionError} when the answer lacks a
 *   token; {@link StorageError}.
 */
export async function requestTokens(
  client: CognitoClient,
  { storedUsername, username }: StoredSession,
  refreshToken: string,
): Promise<Session> {
  const { clientId, clientSecret } = client
  const deviceKey = (await readItem(client, storedUsername, 'deviceKey')) ?? undefined
  const answer =
    client.refreshFlow === 'REFRESH_TOKEN_AUTH'
      ? await callService<AuthAnswer>(client, 'InitiateAuth', {
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          ClientId: clientId,
          AuthParameters: {
            REFRESH_TOKEN: refreshToken,
            DEVICE_KEY: deviceKey,
            SECRET_HASH: await secretHash(client, username),
          },
          ...contextFields(client, username),
        })
      : await callService<AuthAnswer>(client, 'GetTokensFromRefreshToken', {
          ClientId: clientId,
          ClientSecret: clientSecret,
          RefreshToken: refreshToken,
          DeviceKey: deviceKey,
        })
  assertFlowHas(answer.ChallengeName)
  return openSession(client, answer.AuthenticationResult ?? {}, { username, refreshToken })
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
    const refreshToken = await readItem(client, sent.storedUsername, 'refreshToken')
    return refreshToken === sent.refreshToken ? change() : undefined
  })
}

async function keepRefreshed(client: CognitoClient, sent: StoredSession, session: Session): Promise<Session> {
  await writeTokens(client, sent.storedUsername, session)
  emit(client, { type: 'refreshed', username: session.username })
  return session
}

async function removeRefused(client: CognitoClient, sent: StoredSession, refusal: ServiceError): Promise<never> {
  client.state.generation += 1
  await removeSession(client, sent.storedUsername)
  emit(client, { type: 'signedOut', username: sent.username, reason: 'refused' })
  throw refusal
}
