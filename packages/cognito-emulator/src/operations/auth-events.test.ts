import { beforeAll, expect, test } from 'vitest'

import { accessTokenOf, ANA, BIA, call, createTestEmulator, initiateAuth, POOL_ID } from '../../test/caller.ts'
import type { Emulator } from '../index.ts'

const START_MS = Date.UTC(2026, 10, 22)

let emulator: Emulator
let UserPoolId: string
let ClientId: string
beforeAll(async () => {
  emulator = createTestEmulator({}, { now: () => START_MS })
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', {
    PoolName: 'turma',
    AutoVerifiedAttributes: ['email'],
    UserPoolTier: 'PLUS',
    UserPoolAddOns: { AdvancedSecurityMode: 'AUDIT' },
  })
  UserPoolId = UserPool.Id
  const { UserPoolClient } = await call<{ UserPoolClient: { ClientId: string } }>(emulator, 'CreateUserPoolClient', {
    UserPoolId,
    ClientName: 'app',
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
  })
  ClientId = UserPoolClient.ClientId
})

type AuthEvent = { EventId: string; EventType: string; EventResponse: string }
type Events = { AuthEvents: AuthEvent[]; NextToken?: string }

const bia = (): { UserPoolId: string; Username: string } => ({ UserPoolId, Username: BIA.Username })
const list = (more: object = {}): Promise<Events> => call(emulator, 'AdminListUserAuthEvents', { ...bia(), ...more })
const code = (): string => emulator.outbox.at(-1)?.code ?? ''
/** Advances the clock by one second, then calls an operation. */
async function later<Answer>(operation: string, body: object): Promise<Answer> {
  emulator.clock.advance(1)
  return call<Answer>(emulator, operation, { ClientId, Username: BIA.Username, ...body })
}
function signIn(PASSWORD: string): ReturnType<typeof initiateAuth> {
  emulator.clock.advance(1)
  return initiateAuth(emulator, 'USER_PASSWORD_AUTH', { USERNAME: BIA.Username, PASSWORD }, ClientId)
}

test('AdminListUserAuthEvents lists the events of a user, newest first', async () => {
  await later('SignUp', { ...BIA, ClientId })
  await later('ResendConfirmationCode', {})
  await later('ConfirmSignUp', { ConfirmationCode: code() })
  await expect(signIn('Senha-999')).rejects.toThrow()
  const AccessToken = accessTokenOf(await signIn(BIA.Password))
  await later('ChangePassword', { AccessToken, PreviousPassword: BIA.Password, ProposedPassword: 'Outra-Senha-1' })
  await later('ForgotPassword', {})
  await later('ConfirmForgotPassword', { ConfirmationCode: code(), Password: 'Outra-Senha-2' })
  const { AuthEvents } = await list()
  expect(AuthEvents.map(({ EventType, EventResponse }) => `${EventType} ${EventResponse}`)).toEqual([
    'PasswordChange Pass',
    'ForgotPassword Pass',
    'PasswordChange Pass',
    'SignIn Pass',
    'SignIn Fail',
    'ResendCode Pass',
    'SignUp Pass',
  ])
  expect(AuthEvents.at(-1)).toEqual({
    EventId: expect.any(String),
    EventType: 'SignUp',
    EventResponse: 'Pass',
    CreationDate: START_MS / 1000 + 1,
    EventRisk: { RiskDecision: 'NoRisk', CompromisedCredentialsDetected: false },
  })
})

test('AdminListUserAuthEvents paginates the newest 60 events', async () => {
  for (let time = 0; time < 61; time++) await later('ForgotPassword', {}).catch(() => undefined)
  const first = await list({ MaxResults: 40 })
  const second = await list({ MaxResults: 40, NextToken: first.NextToken })
  expect([first.AuthEvents.length, second.AuthEvents.length]).toEqual([40, 20])
  const kinds = new Set([...first.AuthEvents, ...second.AuthEvents].map(({ EventType }) => EventType))
  expect(kinds).toEqual(new Set(['ForgotPassword']))
})

test('AdminUpdateAuthEventFeedback stores feedback on an event', async () => {
  const [event] = (await list()).AuthEvents
  const feedback = { ...bia(), EventId: event?.EventId, FeedbackValue: 'Invalid' }
  await call(emulator, 'AdminUpdateAuthEventFeedback', feedback)
  const [judged] = (await list()).AuthEvents
  expect(judged).toMatchObject({ EventFeedback: { FeedbackValue: 'Invalid', Provider: 'Admin' } })
  const unknown = call(emulator, 'AdminUpdateAuthEventFeedback', { ...feedback, EventId: 'nenhum' })
  await expect(unknown).rejects.toMatchObject({ code: 'ResourceNotFoundException' })
})

test('AdminListUserAuthEvents fails in a pool without threat protection', async () => {
  const ana = { UserPoolId: POOL_ID, Username: ANA.username }
  await expect(call(emulator, 'AdminListUserAuthEvents', ana)).rejects.toMatchObject({
    code: 'UserPoolAddOnNotEnabledException',
  })
})
