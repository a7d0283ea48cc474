import { BOTH_VERIFIED, known, makePool, makeUser, send, type Pool } from './new-pools.ts'

const NO_ADDRESS =
  'InvalidParameterException: Cannot reset password for the user as there is no registered/verified email or phone_number'

const forgot = (pool: Pool, Username: string) => send('ForgotPassword', { ClientId: pool.client, Username })
const BY_SES = {
  EmailConfiguration: {
    EmailSendingAccount: 'DEVELOPER',
    SourceArn: 'arn:aws:ses:us-east-1:123456789012:identity/a@example.com',
  },
}
const recovering = (...mechanisms: string[]) =>
  makePool({
    ...BY_SES,
    AccountRecoverySetting: { RecoveryMechanisms: mechanisms.map((Name, index) => ({ Name, Priority: index + 1 })) },
  })

/** Creates a pool with SMS and e-mail as second factors. */
async function withFactors(pool: Promise<Pool>, MfaConfiguration = 'OPTIONAL'): Promise<Pool> {
  const { id, ...client } = await pool
  await send('SetUserPoolMfaConfig', {
    UserPoolId: id,
    MfaConfiguration,
    SmsMfaConfiguration: { SmsConfiguration: { SnsCallerArn: 'arn:aws:iam::123456789012:role/sms' } },
    EmailMfaConfiguration: {},
  })
  return { id, ...client }
}

/** Creates a user with two verified addresses, one of which is the second factor. */
async function makeUserWith(pool: Pool, factor: 'SMSMfaSettings' | 'EmailMfaSettings'): Promise<string> {
  const Username = await makeUser(pool, BOTH_VERIFIED)
  await send('AdminSetUserMFAPreference', { UserPoolId: pool.id, Username, [factor]: { Enabled: true } })
  return Username
}

known('a forgotten password of a user with a second factor', [
  [
    'no code is sent to a phone that is the second factor',
    'api',
    async () => {
      const pool = await withFactors(recovering('verified_phone_number'))
      return forgot(pool, await makeUserWith(pool, 'SMSMfaSettings'))
    },
    NO_ADDRESS,
  ],
  [
    'a pool with required MFA sends no reset code to the phone that gets MFA codes',
    'api',
    async () => {
      const pool = await withFactors(recovering('verified_phone_number'), 'ON')
      return forgot(pool, await makeUser(pool, BOTH_VERIFIED))
    },
    NO_ADDRESS,
  ],
  [
    'no code is sent to an e-mail address that is the second factor',
    'issue',
    async () => {
      const pool = await withFactors(recovering('verified_email'))
      return forgot(pool, await makeUserWith(pool, 'EmailMfaSettings'))
    },
    NO_ADDRESS,
  ],
  [
    'the code is sent to the address that is not the second factor',
    'api',
    async () => {
      const pool = await withFactors(recovering('verified_phone_number', 'verified_email'))
      return forgot(pool, await makeUserWith(pool, 'SMSMfaSettings'))
    },
    { CodeDeliveryDetails: { AttributeName: 'email' } },
  ],
  [
    'a pool without a recovery setting sends the code to a phone that is the second factor',
    'api',
    async () => {
      const pool = await withFactors(makePool(BY_SES))
      return forgot(pool, await makeUserWith(pool, 'SMSMfaSettings'))
    },
    { CodeDeliveryDetails: { AttributeName: 'phone_number' } },
  ],
  [
    'a pool without a recovery setting sends no code to an e-mail address that is the second factor',
    'guide',
    async () => {
      const pool = await withFactors(makePool(BY_SES))
      const Username = await makeUserWith(pool, 'EmailMfaSettings')
      await send('AdminDeleteUserAttributes', {
        UserPoolId: pool.id,
        Username,
        UserAttributeNames: ['phone_number'],
      })
      return forgot(pool, Username)
    },
    NO_ADDRESS,
  ],
  [
    'an administrator cannot reset a password through the address that is the second factor',
    'api',
    async () => {
      const pool = await withFactors(recovering('verified_phone_number'))
      const Username = await makeUserWith(pool, 'SMSMfaSettings')
      return send('AdminResetUserPassword', { UserPoolId: pool.id, Username })
    },
    NO_ADDRESS,
  ],
])
