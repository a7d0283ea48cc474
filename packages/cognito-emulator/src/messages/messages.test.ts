import { expect, test, vi } from 'vitest'

import {
  ANA,
  BIA,
  call,
  createTestEmulator,
  initiateAuth,
  respond,
  signInWithPassword,
  accessTokenOf,
} from '../../test/caller.ts'
import type { PoolDescription } from '../pools/pool-description.ts'
import type { Triggers } from '../triggers/configuration.ts'
import { fill, isLinkMessage, templateOf } from './message-templates.ts'

const forgot = { ClientId: 'web', Username: 'ana' }
const POOL = 'local_Pool1'

// The pool's texts

const DESCRIBED: PoolDescription = {
  VerificationMessageTemplate: {
    EmailSubject: 'Bem-vinda',
    EmailMessage: 'Código {####}',
    SmsMessage: 'Cód. {####}',
    EmailSubjectByLink: 'Confirme',
    EmailMessageByLink: '{##Aqui##}',
  },
  AdminCreateUserConfig: {
    InviteMessageTemplate: {
      EmailSubject: 'Convite',
      EmailMessage: '{username}: {####}',
      SMSMessage: '{username} {####}',
    },
  },
  SmsAuthenticationMessage: 'Entrar: {####}',
  EmailMfaConfiguration: { Subject: 'Entrar', Message: 'Para entrar: {####}' },
}

test.each([
  ['SignUp', 'EMAIL', { subject: 'Bem-vinda', message: 'Código {####}' }],
  ['ForgotPassword', 'SMS', { message: 'Cód. {####}' }],
  ['AdminCreateUser', 'EMAIL', { subject: 'Convite', message: '{username}: {####}' }],
  ['AdminCreateUser', 'SMS', { message: '{username} {####}' }],
  ['Authentication', 'SMS', { message: 'Entrar: {####}' }],
  ['Authentication', 'EMAIL', { subject: 'Entrar', message: 'Para entrar: {####}' }],
] as const)("the %s message sent by %s has the pool's text", (occasion, medium, template) => {
  expect(templateOf(DESCRIBED, occasion, medium)).toEqual(template)
})

test('if a pool has no message template, its messages use the texts from the older settings', () => {
  const older = {
    EmailVerificationMessage: 'E {####}',
    EmailVerificationSubject: 'S',
    SmsVerificationMessage: 'T {####}',
  }
  expect(templateOf(older, 'SignUp', 'EMAIL')).toEqual({ subject: 'S', message: 'E {####}' })
  expect(templateOf(older, 'SignUp', 'SMS')).toEqual({ message: 'T {####}' })
})

test('with CONFIRM_WITH_LINK, only e-mails that confirm an account contain a link', () => {
  const byLink = { VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_LINK' } } as const
  const occasions = ['SignUp', 'ResendCode', 'ForgotPassword', 'UpdateUserAttribute', 'Authentication'] as const
  expect(occasions.filter((occasion) => isLinkMessage(byLink, occasion, 'EMAIL'))).toEqual(['SignUp', 'ResendCode'])
  expect(occasions.some((occasion) => isLinkMessage(byLink, occasion, 'SMS'))).toBe(false)
})

test('fill replaces every placeholder, even with a code that contains replacement patterns', () => {
  const filling = { code: '$&', username: 'ana', link: 'https://e/?a=1&b=2' }
  expect(fill('{####} {username} {##Clique aqui##} {####}', filling)).toBe(
    '$& ana <a href="https://e/?a=1&amp;b=2">Clique aqui</a> $&',
  )
})

// Sent messages

test('the outbox contains the subject and text of messages', async () => {
  const emulator = createTestEmulator({ users: [] })
  await call(emulator, 'AdminCreateUser', {
    UserPoolId: POOL,
    Username: 'caio',
    TemporaryPassword: 'Senha-456',
    UserAttributes: [{ Name: 'email', Value: 'caio@example.com' }],
  })
  await call(emulator, 'SignUp', BIA)
  const [invitation, confirmation] = emulator.outbox
  expect(invitation).toMatchObject({
    kind: 'TEMPORARY_PASSWORD',
    subject: 'Your temporary password',
    message: 'Your username is caio and temporary password is Senha-456.',
  })
  expect(confirmation).toMatchObject({
    kind: 'CODE',
    subject: 'Your verification code',
    message: `Your verification code is ${confirmation?.code}.`,
  })
})

test('an invitation shows the e-mail address in a pool where users sign in by e-mail', async () => {
  const emulator = createTestEmulator({ users: [], usernameAttributes: ['email'] })
  await call(emulator, 'AdminCreateUser', { UserPoolId: POOL, Username: 'caio@example.com' })
  expect(emulator.outbox[0]?.message).toMatch(/^Your username is caio@example\.com and temporary password is /)
})

test('DescribeUserPool returns the configured texts of a pool', async () => {
  const emulator = createTestEmulator({
    users: [],
    messages: {
      verification: {
        byLink: true,
        emailSubjectByLink: 'Oi',
        emailMessageByLink: '{##Aqui##}',
        smsMessage: 'C {####}',
      },
      invitation: { emailSubject: 'Convite', emailMessage: '{username} {####}' },
      authentication: { smsMessage: 'Entrar: {####}', emailSubject: 'Entrar' },
    },
  })
  await call(emulator, 'SignUp', BIA)
  expect(emulator.outbox).toMatchObject([{ subject: 'Oi', message: expect.stringMatching(/^<a href=".*">Aqui<\/a>$/) }])
  const { UserPool } = await call<{ UserPool: object }>(emulator, 'DescribeUserPool', { UserPoolId: POOL })
  expect(UserPool).toMatchObject({
    Domain: 'pool1',
    VerificationMessageTemplate: {
      DefaultEmailOption: 'CONFIRM_WITH_LINK',
      EmailSubjectByLink: 'Oi',
      EmailMessageByLink: '{##Aqui##}',
      SmsMessage: 'C {####}',
    },
    AdminCreateUserConfig: { InviteMessageTemplate: { EmailSubject: 'Convite', EmailMessage: '{username} {####}' } },
    SmsAuthenticationMessage: 'Entrar: {####}',
  })
})

test.each([
  ['a text without the placeholder for the code', { verification: { emailMessage: 'Your code' } }],
  ['an SMS of more than 140 characters', { authentication: { smsMessage: `{####}${'x'.repeat(135)}` } }],
  ['a text without the placeholder for the link', { verification: { emailMessageByLink: 'Click {####}' } }],
])('createEmulator rejects %s', (_case, messages) => {
  expect(() => createTestEmulator({ messages })).toThrow(/messages/)
})

const custom = (occasions: string[] = []): Triggers => ({
  customMessage({ triggerSource, request, response }) {
    occasions.push(triggerSource)
    const name = request.usernameParameter ?? ''
    response.smsMessage = `${name}Código ${request.codeParameter}`
    response.emailSubject = 'Assunto'
    response.emailMessage = `<b>${name}${request.codeParameter}</b>`
  },
})

test('CustomMessage replaces the text of messages, and the trigger source identifies the occasion', async () => {
  const occasions: string[] = []
  const emulator = createTestEmulator({ triggers: custom(occasions) })
  const { outbox } = emulator
  await call(emulator, 'SignUp', BIA)
  await call(emulator, 'ResendConfirmationCode', { ClientId: 'web', Username: 'bia' })
  await call(emulator, 'ForgotPassword', forgot)
  const AccessToken = accessTokenOf(await signInWithPassword(emulator))
  await call(emulator, 'GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' })
  const UserAttributes = [{ Name: 'email', Value: 'ana@example.org' }]
  await call(emulator, 'UpdateUserAttributes', { AccessToken, UserAttributes })
  await call(emulator, 'AdminCreateUser', { UserPoolId: POOL, Username: 'caio', UserAttributes })
  expect(occasions.map((source) => source.replace('CustomMessage_', ''))).toEqual([
    'SignUp',
    'ResendCode',
    'ForgotPassword',
    'VerifyUserAttribute',
    'UpdateUserAttribute',
    'AdminCreateUser',
  ])
  for (const { medium, code, subject, message, kind } of outbox) {
    const name = kind === 'CODE' ? '' : 'caio'
    const written =
      medium === 'EMAIL' ? { subject: 'Assunto', message: `<b>${name}${code}</b>` } : { message: `Código ${code}` }
    expect({ ...(subject && { subject }), message }).toEqual(written)
  }
  expect(outbox).toHaveLength(6)
})

test('sending a sign-in code runs CustomMessage_Authentication with the ClientMetadata from the challenge response', async () => {
  const events: unknown[] = []
  const emulator = createTestEmulator({
    users: [{ ...ANA, smsMfa: true }],
    triggers: {
      customMessage: ({ triggerSource, request }) => void events.push([triggerSource, request.clientMetadata]),
    },
  })
  const asked = await initiateAuth(emulator, 'USER_AUTH', { USERNAME: 'ana' })
  await call(emulator, 'RespondToAuthChallenge', {
    ClientId: 'web',
    ChallengeName: 'SELECT_CHALLENGE',
    Session: asked.Session,
    ChallengeResponses: { USERNAME: 'ana', ANSWER: 'PASSWORD', PASSWORD: ANA.password },
    ClientMetadata: { language: 'pt' },
  })
  expect(events).toEqual([['CustomMessage_Authentication', { language: 'pt' }]])
  expect(emulator.outbox[0]).toMatchObject({
    medium: 'SMS',
    message: expect.stringContaining(emulator.outbox[0]?.code ?? ''),
  })
})

test.each<[string, Triggers['customMessage']]>([
  ['no text', () => undefined],
  ['a text without the code', ({ response }) => void (response.smsMessage = 'Olá')],
])("the pool's text is sent if CustomMessage returns %s", async (_case, customMessage) => {
  const emulator = createTestEmulator({ triggers: customMessage ? { customMessage } : {} })
  await call(emulator, 'ForgotPassword', forgot)
  expect(emulator.outbox[0]?.message).toBe(`Your password reset code is ${emulator.outbox[0]?.code}.`)
})

test('an SMS longer than 140 characters from CustomMessage is rejected', async () => {
  const customMessage: Triggers['customMessage'] = ({ response }) =>
    void (response.smsMessage = `{####}${'x'.repeat(135)}`)
  const emulator = createTestEmulator({ triggers: { customMessage } })
  await expect(call(emulator, 'ForgotPassword', forgot)).rejects.toMatchObject({
    code: 'InvalidLambdaResponseException',
  })
  expect(emulator.outbox).toEqual([])
})

test('an operation fails if CustomMessage throws an error', async () => {
  const emulator = createTestEmulator({ triggers: { customMessage: () => Promise.reject(new Error('no texts')) } })
  await expect(call(emulator, 'ForgotPassword', forgot)).rejects.toMatchObject({
    code: 'UserLambdaValidationException',
    message: 'CustomMessage failed with error no texts.',
  })
})

// Custom senders

test('a custom sender receives the code, and CustomMessage does not run', async () => {
  const events: object[] = []
  const customMessage = vi.fn()
  const log = vi.spyOn(console, 'error')
  const emulator = createTestEmulator({
    triggers: { customMessage, customSMSSender: (event) => void events.push(event) },
  })
  await call(emulator, 'ForgotPassword', { ...forgot, ClientMetadata: { language: 'pt' } })
  const [sent] = emulator.outbox
  expect(events).toEqual([
    {
      version: '1',
      triggerSource: 'CustomSMSSender_ForgotPassword',
      region: 'local',
      userPoolId: POOL,
      userName: 'ana',
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: 'web' },
      request: {
        type: 'customSMSSenderRequestV1',
        code: Buffer.from(sent?.code ?? '').toString('base64'),
        userAttributes: expect.objectContaining({ phone_number: ANA.attributes.phone_number }),
        clientMetadata: { language: 'pt' },
      },
    },
  ])
  expect(sent).toMatchObject({ medium: 'SMS', code: expect.stringMatching(/^\d{6}$/) })
  expect(sent).not.toHaveProperty('message')
  expect(customMessage).not.toHaveBeenCalled()
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})

test('an error in a custom sender is logged, and the operation succeeds', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const emulator = createTestEmulator({
    triggers: { customEmailSender: () => Promise.reject(new Error('no provider')) },
  })
  await expect(call(emulator, 'SignUp', BIA)).resolves.toMatchObject({ UserConfirmed: false })
  expect(log.mock.calls.flat().join()).toContain('CustomEmailSender failed with error no provider.')
  log.mockRestore()
})

test('sending an e-mail code runs only the custom e-mail sender', async () => {
  const sources: string[] = []
  const emulator = createTestEmulator({
    users: [{ ...ANA, attributes: { ...ANA.attributes, email_verified: 'true' } }],
    triggers: {
      customEmailSender: ({ triggerSource }) => void sources.push(triggerSource),
      customSMSSender: ({ triggerSource }) => void sources.push(triggerSource),
    },
  })
  const asked = await initiateAuth(emulator, 'USER_AUTH', { USERNAME: 'ana', PREFERRED_CHALLENGE: 'EMAIL_OTP' })
  expect(sources).toEqual(['CustomEmailSender_Authentication'])
  const EMAIL_OTP_CODE = emulator.outbox[0]?.code ?? ''
  await expect(respond(emulator, asked, { EMAIL_OTP_CODE })).resolves.toHaveProperty('AuthenticationResult')
})
