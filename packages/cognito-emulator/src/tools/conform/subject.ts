import { randomUUID } from 'node:crypto'

import { secretHashOf } from '../../pools/secrets.ts'
import { Refusal, type Endpoint } from './endpoint.ts'
import { srpClient, type ServerAnswer, type SrpClient } from './srp-client.ts'

/** A pool of the endpoint with a client; made for the trial and deleted after it. */
export type TrialPool = { id: string; name: string; clientId: string; clientSecret?: string }

/** A user that may sign in. */
export type Account = { username: string; password: string; email: string }

/** What a step of a sign-in is answered. */
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

/** What the trial has at the endpoint. */
export type Subject = { endpoint: Endpoint; pool: TrialPool; pools: TrialPool[]; mayMoveClock: boolean }

const FLOWS = ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH']

/** The service's default, in words: an endpoint may have another. */
const PASSWORD_POLICY = {
  MinimumLength: 8,
  RequireUppercase: true,
  RequireLowercase: true,
  RequireNumbers: true,
  RequireSymbols: true,
}

/** Amazon's mailbox simulator: nobody's address. */
const MAIL_HOST = 'simulator.amazonses.com'

/**
 * Makes the pool of the trial: with devices, and with authenticator apps where the endpoint has them.
 *
 * @throws {Refusal} when no pool can be made
 */
export async function openSubject(
  endpoint: Endpoint,
  { mayMoveClock }: Pick<Subject, 'mayMoveClock'>,
): Promise<Subject> {
  const pools: TrialPool[] = []
  const pool = await createPool({ endpoint, pools }, { DeviceConfiguration: { ChallengeRequiredOnNewDevice: true } })
  const apps = { MfaConfiguration: 'OPTIONAL', SoftwareTokenMfaConfiguration: { Enabled: true } }
  await endpoint.call('SetUserPoolMfaConfig', { UserPoolId: pool.id, ...apps }).catch(ignoreRefusal)
  return { endpoint, pool, pools, mayMoveClock }
}

/** Makes a pool with a client that names its flows. */
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

/** Makes another client of a pool. */
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

/** Deletes what was made, as far as the endpoint can. */
export async function closeSubject({ endpoint, pools }: Pick<Subject, 'endpoint' | 'pools'>): Promise<void> {
  for (const { id } of pools) {
    await endpoint.call('DeleteUserPool', { UserPoolId: id }).catch(ignoreRefusal)
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

/** A password that every policy takes, and nobody has. */
export const newPassword = (): string => `Aa1-${randomUUID()}`

/** A person's name and address, of which the endpoint knows nothing yet. */
export function newAccount(): Account {
  const username = `conform-${randomUUID().slice(0, 8)}`
  return { username, password: newPassword(), email: `success+${username}@${MAIL_HOST}` }
}

/** Makes a user whose password is the user's own, or a temporary one. */
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

/** SECRET_HASH for a name, where the client has a secret. */
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

/** A handshake up to its proof, with the name to answer by and the one that the proof is made of. */
export type Handshake = { a: bigint; challenge: AuthAnswer; username: string; userId: string; server: ServerAnswer }

/** Starts a handshake. */
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

/** Proves a password for a handshake. `server` and `timestamp` may be others than the handshake's. */
export function finishSrp(
  subject: Pick<Subject, 'endpoint'>,
  pool: TrialPool,
  { a, challenge, username, userId, server }: Handshake,
  { password, timestamp, more = {} }: { password: string; timestamp?: string; more?: Record<string, string> },
): Promise<AuthAnswer> {
  const proof = srpClient.proveClaim(a, { poolName: pool.name, userId, password }, server, timestamp)
  return respond(subject, pool, challenge, { USERNAME: username, ...proof, ...more })
}

/** The tokens of an answer. @throws {Error} when it has none */
export function tokensOf({ AuthenticationResult, ChallengeName }: AuthAnswer): Tokens {
  if (AuthenticationResult?.AccessToken) return AuthenticationResult
  throw new Error(`No tokens, but ${ChallengeName ?? 'nothing'}.`)
}
