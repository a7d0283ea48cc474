import { secretHash } from '../service/secret-hash.ts'
import { isRecord, type AuthAnswer } from '../service/wire.ts'
import { toCookieSession, writeCookies, type CookieSession, type SessionServer } from './cookie-session.ts'
import { ask, badRequest, passBack, pick } from './exchange.ts'
import { textMembers, toPageResult, type Outcome, type PageCall } from './page-call.ts'
import { serveRefresh } from './refresh-calls.ts'
import { endCookieSession } from './sign-out-calls.ts'
import { renewWhenExpired } from './user-calls.ts'

/** Values of `AuthFlow` that start a sign-in. */
const FLOWS: ReadonlySet<unknown> = new Set(['USER_SRP_AUTH', 'CUSTOM_AUTH', 'USER_AUTH', 'USER_PASSWORD_AUTH'])
/** Allowed `AuthParameters` in a page's request. */
const START_PARAMETERS: ReadonlySet<string> = new Set([
  'USERNAME',
  'SRP_A',
  'PASSWORD',
  'CHALLENGE_NAME',
  'PREFERRED_CHALLENGE',
  'DEVICE_KEY',
  'TARGET_ACR_VALUES',
  'MAX_AGE',
])

/** Starts or continues a sign-in. A completed sign-in stores its tokens in the cookies and ends the previous session. */
export async function serveSignIn(server: SessionServer, call: PageCall): Promise<Outcome> {
  if (isRefresh(call)) return serveRefresh(server, call)
  const parameters = readParameters(server, call)
  const pageToken = isStart(call) ? textMembers(call.body['AuthParameters']).get('ACCESS_TOKEN') : undefined
  return pageToken === undefined
    ? continueSignIn(server, call, parameters)
    : startStepUp(server, { ...call, body: { ...call.body, AccessToken: pageToken } }, parameters)
}

/** Starts a step-up with the access token from the cookies, because the page's own token has no signature. */
async function startStepUp(server: SessionServer, call: PageCall, parameters: Map<string, string>): Promise<Outcome> {
  const { session, error, setCookies } = await renewWhenExpired(server, call)
  if (!session) return { failure: error, setCookies }
  parameters.set('ACCESS_TOKEN', session.accessToken.jwt)
  try {
    return { setCookies, ...(await continueSignIn(server, { ...call, session }, parameters)) }
  } catch (failure) {
    return { failure, setCookies } // renewed tokens must reach the browser
  }
}

async function continueSignIn(
  server: SessionServer,
  call: PageCall,
  parameters: Map<string, string>,
): Promise<Outcome> {
  const { client } = server
  const { operation, body } = call
  const hash = await secretHash(client, parameters.get('USERNAME') ?? '')
  if (hash !== undefined) parameters.set('SECRET_HASH', hash)

  const payload = {
    ...pick(body, operation.request),
    ClientId: client.clientId,
    [parametersField(call)]: Object.fromEntries(parameters),
  }
  const answer = await ask<AuthAnswer>(client, operation.name, payload)
  const passed = passBack(answer, operation, payload)
  if (!isRecord(answer.AuthenticationResult)) return { body: passed }
  const { NewDeviceMetadata: newDevice } = answer.AuthenticationResult
  const deviceKey = newDevice ? undefined : parameters.get('DEVICE_KEY')
  const session = toCookieSession(server, answer.AuthenticationResult, { deviceKey })
  const setCookies = await startSession(server, session, call)
  const { DeviceKey, DeviceGroupKey } = newDevice ?? {}
  const NewDeviceMetadata = newDevice && { DeviceKey, DeviceGroupKey }
  const AuthenticationResult = { ...toPageResult(server, session), NewDeviceMetadata }
  return { body: { ...passed, AuthenticationResult }, setCookies }
}

/** Returns the `Set-Cookie` headers for the session of a new sign-in. Also ends the previous session in the request's cookies. */
export async function startSession(
  server: SessionServer,
  session: CookieSession,
  { received, session: before }: Pick<PageCall, 'received' | 'session'>,
): Promise<string[]> {
  const setCookies = await writeCookies(server, session, received)
  // If a program passes the same tokens to createSession twice, revoking the previous session would end the new session too.
  const isOther = before && before.refreshToken !== session.refreshToken
  if (isOther) await endCookieSession(server, before).catch(server.reportFault)
  return setCookies
}

function isStart({ operation }: PageCall): boolean {
  return operation.name === 'InitiateAuth'
}

function isRefresh(call: PageCall): boolean {
  const { AuthFlow } = call.body
  return isStart(call) && (AuthFlow === 'REFRESH_TOKEN_AUTH' || AuthFlow === 'REFRESH_TOKEN')
}

function parametersField(call: PageCall): 'AuthParameters' | 'ChallengeResponses' {
  return isStart(call) ? 'AuthParameters' : 'ChallengeResponses'
}

/**
 * Returns the allowed parameters of a page's request.
 *
 * @throws ServiceError when the request contains a password but this server does not accept passwords, or when this server does
 *   not accept the request's flow
 */
function readParameters({ allowPasswords }: SessionServer, call: PageCall): Map<string, string> {
  const { AuthFlow, ChallengeName } = call.body
  const sent = textMembers(call.body[parametersField(call)])
  const isPlain = AuthFlow === 'USER_PASSWORD_AUTH' || ChallengeName === 'PASSWORD' || sent.has('PASSWORD')
  if (isPlain && !allowPasswords) throw invalid('This server does not accept passwords in a sign-in. Use SRP.')
  if (isStart(call) && !FLOWS.has(AuthFlow)) throw invalid('This server does not accept this AuthFlow.')
  const isAllowed = (name: string) => (isStart(call) ? START_PARAMETERS.has(name) : name !== 'SECRET_HASH')
  return new Map([...sent].filter(([name]) => isAllowed(name)))
}

function invalid(message: string): Error {
  return badRequest('InvalidParameterException', message)
}
