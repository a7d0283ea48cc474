import { randomUUID } from 'node:crypto'

import { secretHashOf } from '../../pools/secrets.ts'
import { EndpointError, type Endpoint } from './endpoint.ts'
import { srpClient, type ServerAnswer, type SrpClient } from './srp-client.ts'

/** A pool and its client, which are created at the endpoint for the trial and deleted afterwards. */
export type TrialPool = { id: string; name: string; clientId: string; clientSecret?: string }

/** A user who can sign in. */
export type Account = { username: string; password: string; email: string }

/** Response to a step of a sign-in. */
export type AuthAnswer = {
  ChallengeName?: string
  ChallengeParameters?: Record<string, string>
  Session?: string
  AuthenticationResult?: {
    AccessToken: string
    IdToken: string
    RefreshToken: string
    NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string }
  }
}

export type Tokens = NonNullable<AuthAnswer['AuthenticationResult']>

/** The endpoint under test, with the pools of the trial. */
export type Subject = { endpoint: Endpoint; pool: TrialPool; pools: TrialPool[]; mayMoveClock: boolean }

const FLOWS = ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']

/** The service's default policy, sent explicitly because an endpoint can have a different default. */
const PASSWORD_POLICY = {
  MinimumLength: 8,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
}

/** Amazon's mailbox simulator. The simulator's addresses do not belong to real people. */
const MAIL_HOST = 'simulator.amazonses.com'

/**
 * Creates the pool of the trial with remembered devices, and with authenticator apps if the endpoint supports them.
 *
 * @throws {EndpointError} if no pool can be created
 */
export async function openSubject(
  endpoint: Endpoint,
  { mayMoveClock }: Pick<Subject, 'mayMoveClock'>,
): Promise<Subject> {
  const pools: TrialPool[] = []
  const pool = await createPool({ endpoint, pools }, { DeviceConfiguration: { ChallengeRequiredOnNewDevice: true } })
  const apps = { MfaConfiguration: 'OPTIONAL', SoftwareTokenMfaConfiguration: { Enabled: true } }
  await endpoint.call('SetUserPoolMfaConfig', { UserPoolId: pool.id, ...apps }).catch(ignoreEndpointError)
  return { endpoint, pool, pools, mayMoveClock }
}

/** Creates a pool with a client whose flows are explicit. */
export async function createPool(
  { endpoint, pools }: Pick<Subject, 'endpoint' | 'pools'>,
  settings: object,
): Promise<TrialPool> {
  type Created = { UserPool: { Id: string } }
  const { UserPool } = await endpoint.call<Created>('CreateUserPool', {
    PoolName: 'conform',
    AutoVerifiedAttributes: ['email'],
    Policies: { PasswordPolicy: PASSWORD_POLICY },
    ...settings,
  })
  const [, name = ''] = UserPool.Id.split('_')
  const pool = { id: UserPool.Id, name, clientId: '' }
  pools.push(pool)
  return Object.assign(pool, await createClient(endpoint, pool, {}))
}

/** Creates another client in a pool. */
export async function createClient(endpoint: Endpoint, pool: TrialPool, settings: object): Promise<TrialPool> {
  type Created = { UserPoolClient: { ClientId: string; ClientSecret?: string } }
  const { UserPoolClient: client } = await endpoint.call<Created>('CreateUserPoolClient', {
    UserPoolId: pool.id,
    ClientName: 'conform',
    ExplicitAuthFlows: FLOWS,
    ...settings,
  })
  const { ClientId: clientId, ClientSecret: clientSecret } = client
  return { ...pool, clientId, ...(clientSecret !== undefined && { clientSecret }) }
}

/** Deletes the pools of the trial, if the endpoint supports deletion. */
export async function closeSubject({ endpoint, pools }: Pick<Subject, 'endpoint' | 'pools'>): Promise<void> {
  for (const { id } of pools) {
    await endpoint.call('DeleteUserPool', { UserPoolId: id }).catch(ignoreEndpointError)
  }
}

function ignoreEndpointError(error: unknown): void {
  if (!(error instanceof EndpointError)) throw error
}

/** Returns a new random password that the pool's policy accepts. */
export const newPassword = (): string => `Aa1-${randomUUID()}`

/** Returns a new account that does not exist at the endpoint yet. */
export function newAccount(): Account {
  const username = `conform-${randomUUID().slice(0, 8)}`
  return { username, password: newPassword(), email: `success+${username}@${MAIL_HOST}` }
}

/** Creates a user with a permanent or temporary password. */
export async function createAccount(
  { endpoint }: Pick<Subject, 'endpoint'>,
  pool: TrialPool,
  { isTemporary = false }: { isTemporary?: boolean } = {},
): Promise<Account> {
  const account = newAccount()
  const user = { UserPoolId: pool.id, Username: account.username }
  await endpoint.call('AdminCreateUser', {
    ...user,
    TemporaryPassword: account.password,
    MessageAction: 'SUPPRESS',
    UserAttributes: [
      { Name: 'email', Value: account.email },
      { Name: 'email_verified', Value: 'true' },
    ],
  })
  if (!isTemporary) {
    await endpoint.call('AdminSetUserPassword', { ...user, Password: account.password, Permanent: true })
  }
  return account
}

/** Returns the SECRET_HASH parameter of a user, or no parameter if the client has no secret. */
export function secretHash({ clientId, clientSecret }: TrialPool, username: string): Record<string, string> {
  if (clientSecret === undefined) return {}
  return { SECRET_HASH: secretHashOf(clientSecret, username, clientId) }
}

export function initiateAuth(
  { endpoint }: Pick<Subject, 'endpoint'>,
  { clientId }: TrialPool,
  flow: string,
  parameters: Record<string, string>,
): Promise<AuthAnswer> {
  return endpoint.call('InitiateAuth', { ClientId: clientId, AuthFlow: flow, AuthParameters: parameters })
}

export function respond(
  { endpoint }: Pick<Subject, 'endpoint'>,
  { clientId }: TrialPool,
  { ChallengeName, Session }: AuthAnswer,
  responses: Record<string, string>,
): Promise<AuthAnswer> {
  const input = { ClientId: clientId, ChallengeName, Session, ChallengeResponses: responses }
  return endpoint.call('RespondToAuthChallenge', input)
}

export function signInByPassword(
  subject: Pick<Subject, 'endpoint'>,
  pool: TrialPool,
  { username, password }: Account,
): Promise<AuthAnswer> {
  const parameters = { USERNAME: username, PASSWORD: password, ...secretHash(pool, username) }
  return initiateAuth(subject, pool, 'USER_PASSWORD_AUTH', parameters)
}

/** A started handshake. The challenge response contains `username`, and the proof contains `userId`. */
export type Handshake = { a: bigint; challenge: AuthAnswer; username: string; userId: string; server: ServerAnswer }

/** Starts an SRP handshake. */
export async function startSrp(
  subject: Pick<Subject, 'endpoint'>,
  pool: TrialPool,
  { username }: Account,
  { a, srpA }: ReturnType<SrpClient['createClientEphemeral']> = srpClient.createClientEphemeral(),
): Promise<Handshake> {
  const challenge = await initiateAuth(subject, pool, 'USER_SRP_AUTH', { USERNAME: username, SRP_A: srpA })
  const parameters = (challenge.ChallengeParameters ?? {}) as Record<string, string> & ServerAnswer
  const userId = parameters['USER_ID_FOR_SRP'] ?? username
  return { a, challenge, username: parameters['USERNAME'] ?? userId, userId, server: parameters }
}

/** Proves a password in a handshake. A caller can replace `server` and `timestamp` to make the proof wrong. */
export function finishSrp(
  subject: Pick<Subject, 'endpoint'>,
  pool: TrialPool,
  { a, challenge, username, userId, server }: Handshake,
  { password, timestamp, more = {} }: { password: string; timestamp?: string; more?: Record<string, string> },
): Promise<AuthAnswer> {
  const proof = srpClient.proveClaim(a, { poolName: pool.name, userId, password }, server, timestamp)
  return respond(subject, pool, challenge, { USERNAME: username, ...proof, ...more })
}

/** Returns the tokens of a response. @throws {Error} if the response has no tokens */
export function tokensOf({ AuthenticationResult, ChallengeName }: AuthAnswer): Tokens {
  if (AuthenticationResult?.AccessToken) return AuthenticationResult
  throw new Error(`The response has no tokens (challenge: ${ChallengeName ?? 'none'}).`)
}
