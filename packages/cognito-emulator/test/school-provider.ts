import type { Emulator, EmulatorOptions, UserPoolConfig } from '../src/index.ts'
import { call, claimsOf, createTestEmulator, POOL_ID } from './caller.ts'
import { answerIn, authorizePath, CALLBACK, createPageVisitor, post, type PageVisitor } from './page-visitor.ts'

export const NOW: number = Date.UTC(2026, 10, 23)
/** A user of the test provider School. */
export const BIA = { sub: 'bia/1', email: 'bia@school.example', email_verified: true, course: 'law' }
export const BIA_USERNAME = 'School_bia/1'
/** The button that signs Bia in on the test provider's page. */
export const CONTINUE_AS_BIA = { button: 'Continue as bia/1' }
export const SCHOOL = { name: 'School', identifiers: ['school.example'], users: [BIA] }

/** Creates an emulator whose pool has the identity provider School. */
export function createWithSchool(
  pool: Partial<UserPoolConfig> = {},
  options: Partial<EmulatorOptions> = { now: () => NOW },
): Emulator {
  const clients = [{ id: 'web', callbackUrls: [CALLBACK] }]
  return createTestEmulator({ clients, identityProviders: [SCHOOL], ...pool }, options)
}

/** Opens the page of the test provider School. */
export async function visitSchool(emulator: Emulator, parameters: Record<string, string> = {}): Promise<PageVisitor> {
  const visitor = createPageVisitor(emulator)
  await visitor.open(authorizePath({ identity_provider: 'School', state: 's', ...parameters }))
  return visitor
}

/** Signs Bia in at the test provider. Returns the parameters of the authorization response that the application receives. */
export async function signInAtSchool(
  emulator: Emulator,
  parameters: Record<string, string> = {},
): Promise<Record<string, string>> {
  return answerIn(await (await visitSchool(emulator, parameters)).submit({}, CONTINUE_AS_BIA))
}

/** Signs a user in at the test provider School with claims that are entered on the provider's page. */
export async function signInWithClaims(
  emulator: Emulator,
  { sub, ...claims }: { sub: string; [claim: string]: unknown },
): Promise<Record<string, string>> {
  const visitor = await visitSchool(emulator)
  return answerIn(await visitor.submit({ sub, claims: JSON.stringify(claims) }))
}

/** Redeems the code that the application received. Returns the claims of the id token. */
export async function redeemIdToken(
  emulator: Emulator,
  { code = '' }: Record<string, string>,
): Promise<Record<string, unknown>> {
  const form = { grant_type: 'authorization_code', client_id: 'web', redirect_uri: CALLBACK, code }
  return claimsOf((await post(emulator, '/oauth2/token', form)).body['id_token'])
}

/** Returns the status and the attributes of a user. */
export async function describeUser(
  emulator: Emulator,
  Username: string = BIA_USERNAME,
): Promise<{ status: string; attributes: Record<string, string> }> {
  const { UserStatus, UserAttributes } = await call<{
    UserStatus: string
    UserAttributes: { Name: string; Value: string }[]
  }>(emulator, 'AdminGetUser', { UserPoolId: POOL_ID, Username })
  return {
    status: UserStatus,
    attributes: Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value])),
  }
}
