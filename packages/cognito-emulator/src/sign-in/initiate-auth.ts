import type { ClientConfig } from '../options/client-options.ts'
import type { AcrLevel } from '../pools/acr-levels.ts'
import type { Caller } from '../pools/pools.ts'
import { checkSecretHash } from '../pools/secrets.ts'
import { invalidParameter, invalidSession, notAuthorized } from '../service-error.ts'
import type { ChallengeResult } from '../triggers/events.ts'
import { runTrigger } from '../triggers/run-trigger.ts'
import { answerInEqualTime } from '../users/equal-time.ts'
import { migrateUser } from '../users/migration.ts'
import type { SignInProgress } from './challenges.ts'
import { signInNewAccount, startUserAuth } from './choice.ts'
import { advanceCustomAuth, beginsWithPassword } from './custom.ts'
import { afterPassword } from './next-step.ts'
import { askPasswordVerifier, checkPlainPassword } from './password-challenges.ts'
import { refreshWithAuthFlow } from './refresh.ts'
import {
  findNamedUser,
  notFoundIn,
  requireParameter,
  signingInUser,
  subjectOf,
  type AuthAnswer,
  type ProvenUser,
  type SignIn,
  type SignInServices,
} from './sign-in.ts'
import { hasReachedLevel } from './target-level.ts'

/** A request to start a sign-in. */
export type AuthRequest = {
  caller: Caller
  flow: string
  parameters: Record<string, string>
  /** Session from ConfirmSignUp, which replaces the first proof when a new user signs in with USER_AUTH. */
  session?: string | undefined
  clientMetadata?: Record<string, string> | undefined
}

type StartFlow = (signIn: SignIn, parameters: Record<string, string>) => Promise<AuthAnswer>

/** Error messages for a flow that the client does not allow. The service uses different texts for different flows. */
const NOT_ALLOWED: Record<string, string> = {
  USER_SRP_AUTH: 'USER_SRP_AUTH is not enabled for the client.',
  CUSTOM_AUTH: 'CUSTOM_AUTH is not enabled for the client.',
  ADMIN_USER_PASSWORD_AUTH: 'Auth flow not enabled for this client',
  REFRESH_TOKEN_AUTH: 'Auth flow not enabled for this client',
}

/** Flows whose password is passed to the UserMigration trigger. */
const SENDS_PASSWORD: ReadonlySet<string> = new Set(['USER_PASSWORD_AUTH', 'ADMIN_USER_PASSWORD_AUTH'])

const startFlow: Record<string, StartFlow> = {
  USER_SRP_AUTH: (signIn, parameters) => askPasswordVerifier(signIn, requireParameter(parameters, 'SRP_A')),
  USER_PASSWORD_AUTH: (signIn, parameters) => checkPlainPassword(signIn, requireParameter(parameters, 'PASSWORD')),
  ADMIN_USER_PASSWORD_AUTH: (signIn, parameters) =>
    checkPlainPassword(signIn, requireParameter(parameters, 'PASSWORD')),
  CUSTOM_AUTH: startCustomAuth,
  USER_AUTH: startUserAuth,
}

/**
 * Starts a sign-in or refreshes tokens.
 *
 * @throws {ServiceError} InvalidParameterException for a flow that the client does not allow, or a missing parameter;
 *   UserNotFoundException for an unknown user, if the client does not hide unknown users; NotAuthorizedException for a
 *   wrong password, secret hash, Session or refresh token; UserNotConfirmedException or PasswordResetRequiredException if
 *   the user cannot sign in; ResourceNotFoundException for an unknown device; other exceptions of the service, such as
 *   RefreshTokenReuseException; errors thrown by triggers.
 */
export async function startAuth(services: SignInServices, request: AuthRequest): Promise<AuthAnswer> {
  const { caller, flow, parameters } = request
  checkFlow(caller, flow)
  if (flow === 'REFRESH_TOKEN_AUTH') return refreshWithAuthFlow(services, caller, parameters)
  return answerInEqualTime(caller, () => startWithName(services, request))
}

async function startWithName(
  services: SignInServices,
  { caller, flow, parameters, session, clientMetadata }: AuthRequest,
): Promise<AuthAnswer> {
  const start = startFlow[flow]
  if (!start) throw invalidParameter('Initiate Auth method not supported.')
  const name = requireParameter(parameters, 'USERNAME')
  checkSecretHash(caller.client, [name], parameters['SECRET_HASH'])
  const { DEVICE_KEY: deviceKey, PASSWORD: password } = parameters
  const sent = SENDS_PASSWORD.has(flow) && password !== undefined ? { password } : {}
  const signIn = await begin(services, caller, {
    name,
    ...sent,
    initial: { flow, ...(deviceKey !== undefined && { deviceKey }) },
    validationData: clientMetadata,
  })
  return flow === 'USER_AUTH' && session !== undefined ? signInNewAccount(signIn, session) : start(signIn, parameters)
}

/** A user name and password from the service's own pages, and the authentication levels that the application requests. */
export type HostedSignIn = { username: string; password: string; levels?: readonly AcrLevel[] | undefined }

const HOSTED = { flow: 'USER_PASSWORD_AUTH', isHosted: true } as const

/**
 * Starts a sign-in with a password on the service's own pages, regardless of the flows that the client allows.
 *
 * @throws {ServiceError} as {@link startAuth}
 */
export async function startHostedSignIn(
  services: SignInServices,
  caller: Caller,
  { username: name, password, levels }: HostedSignIn,
): Promise<AuthAnswer> {
  const initial = { ...HOSTED, ...(levels && { levels }) }
  return answerInEqualTime(caller, async () =>
    checkPlainPassword(await begin(services, caller, { name, password, initial }), password),
  )
}

/**
 * Asks a user who signed in with a password on the service's own pages for the second factor of a requested level. Returns
 * undefined if the user has reached the level.
 *
 * @throws {ServiceError} InvalidParameterException if the user can reach none of the levels on the pages;
 *   NotAuthorizedException if the sign-in has ended; errors thrown by triggers
 */
export async function startHostedStepUp(
  services: SignInServices,
  caller: Caller,
  { username: name, methods = [] }: ProvenUser,
  levels: readonly AcrLevel[],
): Promise<AuthAnswer | undefined> {
  const signIn = await begin(services, caller, { name, initial: { ...HOSTED, levels, methods } })
  const user = signingInUser(signIn)
  if (!user) throw invalidSession()
  return hasReachedLevel(signIn, user) ? undefined : afterPassword(signIn, user)
}

/** Input that starts a sign-in: the user name, and the password if the client sends the password. */
type SignInStart = {
  name: string
  password?: string
  initial: Pick<SignInProgress, 'flow' | 'deviceKey' | 'isHosted' | 'levels' | 'methods'>
  validationData?: Record<string, string> | undefined
}

/** Finds or migrates the user, and runs the PreAuthentication trigger. */
async function begin(
  services: SignInServices,
  caller: Caller,
  { name, password, initial, validationData }: SignInStart,
): Promise<SignIn> {
  if (password !== undefined) {
    await migrateUser(services, caller, { occasion: 'Authentication', name, password, validationData })
  }
  const progress: SignInProgress = { ...findNamedUser(services, caller, name), ...initial, history: [] }
  const signIn: SignIn = { services, caller, progress }
  await runTrigger(caller, 'preAuthentication', {
    triggerSource: 'PreAuthentication_Authentication',
    user: subjectOf(signIn),
    request: { validationData: validationData ?? null, ...notFoundIn(signIn) },
  })
  return signIn
}

async function startCustomAuth(signIn: SignIn, parameters: Record<string, string>): Promise<AuthAnswer> {
  if (parameters['CHALLENGE_NAME'] !== 'SRP_A') return advanceCustomAuth(signIn)
  const history: ChallengeResult[] = [{ challengeName: 'SRP_A', challengeResult: true }]
  const withSrp = { ...signIn, progress: { ...signIn.progress, history } }
  if (!(await beginsWithPassword(withSrp))) return advanceCustomAuth(withSrp)
  return askPasswordVerifier(withSrp, requireParameter(parameters, 'SRP_A'))
}

function checkFlow({ client }: Caller, flow: string): void {
  if (flow === 'REFRESH_TOKEN_AUTH' && client.refreshTokenRotation) {
    throw notAuthorized('Refresh token rotation is enabled for this client: use GetTokensFromRefreshToken.')
  }
  if (!allowsFlow(client, flow)) {
    throw invalidParameter(NOT_ALLOWED[flow] ?? `${flow} flow not enabled for this client`)
  }
}

/** Whether a client allows a flow. */
export function allowsFlow({ explicitAuthFlows }: ClientConfig, flow: string): boolean {
  return !explicitAuthFlows || explicitAuthFlows.includes(`ALLOW_${flow}`)
}
