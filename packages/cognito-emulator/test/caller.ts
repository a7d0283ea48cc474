import { createHmac } from 'node:crypto'

import {
  createEmulator,
  type ClientConfig,
  type Emulator,
  type EmulatorOptions,
  type UserPoolConfig,
} from '../src/index.ts'
import type { AuthAnswer } from '../src/sign-in/sign-in.ts'
import { createClientEphemeral, proveClaim, type ServerAnswer } from './independent-srp.ts'

export const POOL_ID = 'local_Pool1'
export const POOL_NAME = 'Pool1'
export const CLIENT_ID = 'web'
export const ANA = {
  username: 'ana',
  password: 'Senha-123',
  attributes: { email: 'ana@example.com', phone_number: '+5511987654321' },
}

/** SignUp input with a new user name. */
export const BIA = {
  ClientId: 'web',
  Username: 'bia',
  Password: 'Senha-456',
  UserAttributes: [{ Name: 'email', Value: 'bia@example.com' }] as const,
}

/** An exception in one of the service's responses. */
export class CallError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

/** Creates an emulator with one pool that has one client and the user Ana. */
export function createTestEmulator(
  pool: Partial<UserPoolConfig> = {},
  options: Partial<EmulatorOptions> = {},
): Emulator {
  return createEmulator({
    userPools: [{ id: POOL_ID, clients: [{ id: CLIENT_ID }], users: [ANA], ...pool }],
    ...options,
  })
}

/** Calls an operation and returns the JSON of the response. @throws {CallError} */
export async function call<Answer = Record<string, unknown>>(
  { fetch }: Pick<Emulator, 'fetch'>,
  operation: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(
    new Request('http://127.0.0.1/', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  )
  const answer = (await response.json()) as Answer & { __type?: string; message?: string }
  if (response.ok) return answer
  throw new CallError(answer.__type ?? '', answer.message ?? '', response.status)
}

/** Starts a sign-in. */
export function initiateAuth(
  emulator: Emulator,
  flow: string,
  parameters: Record<string, string>,
  clientId: string = CLIENT_ID,
): Promise<AuthAnswer> {
  return call(emulator, 'InitiateAuth', { AuthFlow: flow, ClientId: clientId, AuthParameters: parameters })
}

/** Responds to the challenge in an earlier response. */
export function respond(
  emulator: Emulator,
  { ChallengeName, Session }: Pick<AuthAnswer, 'ChallengeName' | 'Session'>,
  responses: Record<string, string>,
  clientId: string = CLIENT_ID,
): Promise<AuthAnswer> {
  const body = {
    ClientId: clientId,
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: ANA.username, ...responses },
  }
  return call(emulator, 'RespondToAuthChallenge', body)
}

/** Signs in with SRP. Returns tokens, or the first challenge that needs another response. */
export async function signInWithSrp(
  emulator: Emulator,
  {
    username = ANA.username,
    password = ANA.password,
    deviceKey,
  }: { username?: string; password?: string; deviceKey?: string } = {},
  client: ClientConfig = { id: CLIENT_ID },
): Promise<AuthAnswer> {
  const { a, srpA } = createClientEphemeral()
  const parameters = { USERNAME: username, SRP_A: srpA, ...secretHash(client, username) }
  const verifier = await initiateAuth(emulator, 'USER_SRP_AUTH', parameters, client.id)
  const { USER_ID_FOR_SRP: userId = '', ...server } = verifier.ChallengeParameters
  const proof = proveClaim(a, { poolName: POOL_NAME, userId, password }, server as ServerAnswer)
  const device: Record<string, string> = deviceKey === undefined ? {} : { DEVICE_KEY: deviceKey }
  const responses = { USERNAME: userId, ...proof, ...device, ...secretHash(client, userId) }
  return respond(emulator, verifier, responses, client.id)
}

/** Signs in with a plain-text password. */
export function signInWithPassword(
  emulator: Emulator,
  username: string = ANA.username,
  password: string = ANA.password,
): Promise<AuthAnswer> {
  return initiateAuth(emulator, 'USER_PASSWORD_AUTH', { USERNAME: username, PASSWORD: password })
}

/** Returns the access token of a response. @throws {Error} if the response has no access token */
export function accessTokenOf(answer: AuthAnswer): string {
  const token = answer.AuthenticationResult?.AccessToken
  if (token === undefined)
    throw new Error(`The response has no access token. Its challenge is ${answer.ChallengeName}.`)
  return token
}

/** Returns the claims of a JWT without verifying it. */
export function claimsOf(jwt: string | undefined): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
}

function secretHash({ id, secret }: ClientConfig, username: string): Record<string, string> {
  if (secret === undefined) return {}
  return { SECRET_HASH: createHmac('sha256', secret).update(`${username}${id}`).digest('base64') }
}
