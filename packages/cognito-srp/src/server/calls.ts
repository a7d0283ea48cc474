import type { ServiceError } from '../errors.ts'
import { firstText, isRecord, secretHash, type AuthAnswer } from '../service/wire.ts'
import { HELD_BY_SERVER } from '../service/token-requests.ts'
import { readToken, type Token } from '../session/session.ts'
import type { Settings } from './config.ts'
import type { Refusal } from './guard.ts'
import { ask, OPERATIONS, passBack, pick, type Operation, type OperationKind } from './operations.ts'
import {
  expiresAtMs,
  refusalOf,
  revoked,
  type Found,
  type Held,
  type RefreshRequest,
  type Renewal,
  type Sessions,
} from './sessions.ts'

/** A request of a page as it came, and what its cookies hold. */
export type Call = { operation: string; body: Record<string, unknown>; found: Found }

/** What a page is answered: the body of a success, or what failed; and what becomes of its cookies either way. */
export type Outcome = { setCookies?: readonly string[] } & (
  | { body: object }
  | { failure: unknown }
  | { refusal: Refusal }
)

/** The tokens as a page gets them. */
export type PageTokens = { idToken: string; accessToken: string; refreshToken?: string }

/** The flows that end in tokens of somebody who proves who it is. */
const FLOWS: ReadonlySet<unknown> = new Set(['USER_SRP_AUTH', 'CUSTOM_AUTH', 'USER_AUTH', 'USER_PASSWORD_AUTH'])
/** What a page may say in `AuthParameters`. */
const START_PARAMETERS: ReadonlySet<string> = new Set([
  'USERNAME',
  'SRP_A',
  'PASSWORD',
  'CHALLENGE_NAME',
  'PREFERRED_CHALLENGE',
  'DEVICE_KEY',
])

/** A page's token is taken for ended this much ahead: its clock may be, and so is its margin. */
const PAGE_AHEAD_MS = 30_000

/**
 * Serves an operation that is allowed. Of the page's request only listed fields go on; ids, secrets and tokens are put in
 * here. Of the service's answer only listed fields go back.
 *
 * @throws {@link ServiceError} when the service or the handler refuses; {@link NetworkError}, {@link TimeoutError},
 *   {@link SessionError}, {@link ConfigurationError}
 */
export function createCalls(settings: Settings, sessions: Sessions): (call: Call) => Promise<Outcome> {
  const { client, allowPasswords, reportFault } = settings
  const { clientId } = client

  const serve: Record<OperationKind, (call: Call, operation: Operation) => Promise<Outcome>> = {
    async 'sign-in'({ operation, body, found }, { request, answer }) {
      const { AuthFlow, ChallengeName } = body
      const isStart = operation === 'InitiateAuth'
      if (isStart && (AuthFlow === 'REFRESH_TOKEN_AUTH' || AuthFlow === 'REFRESH_TOKEN')) {
        return refresh({ operation, body, found })
      }
      const parameters = readTexts(body[isStart ? 'AuthParameters' : 'ChallengeResponses'])
      const isPlain = AuthFlow === 'USER_PASSWORD_AUTH' || ChallengeName === 'PASSWORD' || parameters.has('PASSWORD')
      if (isPlain && !allowPasswords) throw invalid('This server takes no password in a sign-in: use SRP.')
      if (isStart && !FLOWS.has(AuthFlow)) throw invalid('This server knows no such AuthFlow.')
      for (const name of parameters.keys()) {
        if (name === 'SECRET_HASH' || (isStart && !START_PARAMETERS.has(name))) parameters.delete(name)
      }
      const hash = await secretHash(client, parameters.get('USERNAME') ?? '')
      if (hash !== undefined) parameters.set('SECRET_HASH', hash)

      const payload = {
        ...pick(body, request),
        ClientId: clientId,
        [isStart ? 'AuthParameters' : 'ChallengeResponses']: Object.fromEntries(parameters),
      }
      const given = await ask<AuthAnswer>(client, operation, payload)
      const passed = passBack(given, answer, payload)
      if (!isRecord(given.AuthenticationResult)) return { body: passed }
      const deviceKey = given.AuthenticationResult.NewDeviceMetadata ? undefined : parameters.get('DEVICE_KEY')
      const held = sessions.open(given.AuthenticationResult, { deviceKey })
      const setCookies = await sessions.write(held, found.received)
      if (found.held) await end(found.held).catch(reportFault)
      return { body: { ...passed, AuthenticationResult: toResult(held, given) }, setCookies }
    },

    refresh,

    async 'sign-out'({ body, found: { held, received } }) {
      // A tab that shows somebody else is signed out already; it must not end the session of who is here now.
      if (held && !isNamed(held, body)) return { body: {} }
      const setCookies = sessions.clear(received)
      try {
        if (held) await end(held)
        return { body: {}, setCookies }
      } catch (failure) {
        return { failure, setCookies }
      }
    },

    async account({ operation, body }, { request, answer }) {
      const payload = {
        ...pick(body, request),
        ClientId: clientId,
        SecretHash: await secretHash(client, firstText(body['Username']) ?? ''),
      }
      return { body: passBack(await ask(client, operation, payload), answer, payload) }
    },

    async user({ operation, body, found }, { request, answer, endsSession }) {
      const given = pick(body, request)
      // Setting up a second factor during a sign-in: by its Session, nobody is signed in yet.
      if ('Session' in given) return { body: passBack(await ask(client, operation, given), answer, given) }

      const { held, refusal, setCookies } = await usable(found, body)
      if (!held) return { failure: refusal, setCookies }
      const payload = { ...given, AccessToken: held.accessToken.jwt }
      try {
        const passed = passBack(await ask(client, operation, payload), answer, payload)
        return { body: passed, setCookies: (await afterwards(held)) ?? setCookies }
      } catch (failure) {
        return { failure, setCookies } // what was renewed must reach the browser
      }

      async function afterwards(user: Held): Promise<readonly string[] | undefined> {
        if (endsSession) {
          await sessions.markEnded(user).catch(reportFault)
          return sessions.clear(found.received)
        }
        const deviceKey = firstText(body['DeviceKey'])
        const isForgotten = operation === 'ForgetDevice' && user.deviceKey === deviceKey
        if (operation !== 'ConfirmDevice' && !isForgotten) return undefined
        // The tokens may have been renewed meanwhile: older ones must not replace them in the browser.
        const newest = await sessions.latest(user).catch(() => user)
        return sessions.write({ ...newest, deviceKey: isForgotten ? undefined : deviceKey }, found.received)
      }
    },
  }

  async function refresh({ operation, body, found }: Call): Promise<Outcome> {
    const current = requireHeld(found, body, 'Refresh')
    const behind = readToken(client, firstText(body['AccessToken']) ?? '', 'access')
    const {
      held,
      refusal: failure,
      setCookies,
    } = isBehind(current, behind)
      ? { held: current, setCookies: [] }
      : await sessions.renew(current, found.received, toRefreshRequest(operation, body))
    if (!held) return { failure, setCookies }
    return { body: { AuthenticationResult: toResult(held) }, setCookies }
  }

  /** Whether the cookies were renewed since the page got its token, which has ended meanwhile. */
  function isBehind(held: Held, pageToken: Token | undefined): boolean {
    if (!pageToken || pageToken.jwt === withoutSignature(held.accessToken)) return false
    const marginMs = client.refreshMarginSeconds * 1000
    const hasEnded = pageToken.claims.exp * 1000 - client.now() <= marginMs + PAGE_AHEAD_MS
    return hasEnded && expiresAtMs(held) - client.now() > marginMs
  }

  /** The session for a request by the user, renewed when its tokens have ended by this server's clock. */
  async function usable(found: Found, body: Call['body']): Promise<Renewal> {
    const held = requireHeld(found, body, 'Access')
    if (expiresAtMs(held) > client.now()) return { held, setCookies: [] }
    return sessions.renew(held, found.received)
  }

  /** Revokes what the cookies hold and remembers it, whatever becomes of the one or the other. */
  async function end(held: Held): Promise<void> {
    await sessions.markEnded(held).catch(reportFault)
    const latest = await sessions.latest(held).catch((fault: unknown) => {
      reportFault(fault)
      return held
    })
    try {
      await sessions.revoke(latest)
    } catch (failure) {
      await sessions.markEnded(held, { isRevoked: false }).catch(reportFault)
      throw failure
    }
  }

  function requireHeld({ held }: Found, body: Call['body'], token: 'Access' | 'Refresh'): Held {
    if (!held || !isNamed(held, body)) throw revoked(token)
    return held
  }

  /** A page may not know yet that somebody else has signed in. A token that names nobody counts for nothing. */
  function isNamed({ accessToken }: Held, { AccessToken }: Call['body']): boolean {
    const named = readToken(client, firstText(AccessToken) ?? '', 'access')
    return !named || named.claims.sub === accessToken.claims.sub
  }

  function toResult(held: Held, { AuthenticationResult: given = {} }: AuthAnswer = {}): object {
    const { idToken: IdToken, accessToken: AccessToken, refreshToken: RefreshToken } = toPageTokens(held)
    const { DeviceKey, DeviceGroupKey } = given.NewDeviceMetadata ?? {}
    return {
      IdToken,
      AccessToken,
      RefreshToken,
      TokenType: 'Bearer',
      ExpiresIn: Math.max(0, Math.floor((expiresAtMs(held) - client.now()) / 1000)),
      NewDeviceMetadata: given.NewDeviceMetadata && { DeviceKey, DeviceGroupKey },
    }
  }

  return (call) => {
    const operation = OPERATIONS.get(call.operation) as Operation
    if (call.body['ClientId'] !== undefined && call.body['ClientId'] !== clientId) {
      throw refusalOf('ResourceNotFoundException', 'The request names another app client than this server has.')
    }
    return serve[operation.kind](call, operation)
  }
}

/** What the page gets of a session, here and in `GET …/session`. */
export function toPageTokens({ idToken, accessToken, refreshToken }: Held): PageTokens {
  return {
    idToken: withoutSignature(idToken),
    accessToken: withoutSignature(accessToken),
    ...(refreshToken === undefined ? {} : { refreshToken: HELD_BY_SERVER }),
  }
}

/** `header.payload.`: still to be read as a token, and taken for one by nobody. */
function withoutSignature({ jwt }: Token): string {
  return `${jwt.split('.', 2).join('.')}.`
}

function toRefreshRequest(operation: string, body: Call['body']): RefreshRequest {
  if (operation !== 'InitiateAuth') {
    const deviceKey = firstText(body['DeviceKey'])
    return { operation: 'GetTokensFromRefreshToken', deviceKey, fields: pick(body, ['ClientMetadata']) }
  }
  const fields = pick(body, ['ClientMetadata', 'UserContextData', 'AnalyticsMetadata'])
  return { operation, deviceKey: readTexts(body['AuthParameters']).get('DEVICE_KEY'), fields }
}

/** The members that are texts; by a map, as their names come from outside. */
function readTexts(members: unknown): Map<string, string> {
  const texts = Object.entries(isRecord(members) ? members : {})
  return new Map(texts.filter((member): member is [string, string] => typeof member[1] === 'string'))
}

function invalid(message: string): ServiceError {
  return refusalOf('InvalidParameterException', message)
}
