import {
  BOTH_VERIFIED,
  OTHER,
  outcomeOf,
  PASSWORD,
  WRONG_CODE,
  advance,
  change,
  hiding,
  inviteUser,
  known,
  lastCode,
  makePool,
  makeUser,
  plain,
  respond,
  send,
  signIn,
  tokensOf,
  wrong,
  type Row,
  type Pool,
} from './new-pools.ts'

const forgot = (pool: Pool, Username: string) => send('ForgotPassword', { ClientId: pool.client, Username })
const reset = (pool: Pool, Username: string, ConfirmationCode: string, Password: string = OTHER) =>
  send('ConfirmForgotPassword', { ClientId: pool.client, Username, ConfirmationCode, Password })
const recovering = (...mechanisms: string[]) =>
  makePool({
    AccountRecoverySetting: { RecoveryMechanisms: mechanisms.map((Name, index) => ({ Name, Priority: index + 1 })) },
  })

const forgetting: Row[] = [
  [
    'the code is sent to the verified address',
    'moto',
    async () => forgot(plain, await makeUser(plain)),
    { CodeDeliveryDetails: { Destination: 'a***@e***', DeliveryMedium: 'EMAIL', AttributeName: 'email' } },
  ],
  [
    'by default, the code is sent to the phone first',
    'guide',
    async () => forgot(plain, await makeUser(plain, BOTH_VERIFIED)),
    { CodeDeliveryDetails: { DeliveryMedium: 'SMS', AttributeName: 'phone_number' } },
  ],
  [
    'the code is sent to the address with the highest priority',
    'guide',
    async () => {
      const pool = await recovering('verified_email', 'verified_phone_number')
      return forgot(pool, await makeUser(pool, BOTH_VERIFIED))
    },
    { CodeDeliveryDetails: { AttributeName: 'email' } },
  ],
  [
    'the code is sent to the second address if the first is missing',
    'guide',
    async () => {
      const pool = await recovering('verified_phone_number', 'verified_email')
      return forgot(pool, await makeUser(pool))
    },
    { CodeDeliveryDetails: { AttributeName: 'email' } },
  ],
  [
    'no code is sent to an address that is not in the recovery setting',
    'guide',
    async () => {
      const pool = await recovering('verified_phone_number')
      return forgot(pool, await makeUser(pool))
    },
    'InvalidParameterException: Cannot reset password for the user as there is no registered/verified email or phone_number',
  ],
  [
    'no code is sent to an unverified address',
    'issue',
    async () => forgot(plain, await makeUser(plain, [{ Name: 'email', Value: 'ana@example.com' }])),
    'InvalidParameterException: Cannot reset password for the user as there is no registered/verified email or phone_number',
  ],
  [
    'a pool with the recovery option admin_only sends no code',
    'moto',
    async () => {
      const pool = await recovering('admin_only')
      return forgot(pool, await makeUser(pool))
    },
    'NotAuthorizedException: Contact administrator to reset password.',
  ],
  [
    'ForgotPassword fails for an unknown name',
    'issue',
    () => forgot(plain, 'nobody'),
    'UserNotFoundException: Username/client id combination not found.',
  ],
  [
    'ForgotPassword returns a made-up destination for an unknown name if the client hides unknown users',
    'guide',
    () => forgot(hiding, 'nobody'),
    { CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } },
  ],
  [
    'ForgotPassword fails for a user who still has a temporary password',
    'issue',
    async () => forgot(plain, await inviteUser(plain)),
    'NotAuthorizedException: User password cannot be reset in the current state.',
  ],
  [
    'ForgotPassword fails for a disabled user',
    'issue',
    async () => {
      const Username = await makeUser(plain)
      await send('AdminDisableUser', { UserPoolId: plain.id, Username })
      return forgot(plain, Username)
    },
    'NotAuthorizedException: User is disabled',
  ],
  [
    'the right code sets a new password',
    'api',
    async () => {
      const Username = await makeUser(plain)
      await forgot(plain, Username)
      await reset(plain, Username, lastCode())
      return signIn(plain, Username, OTHER)
    },
    { AuthenticationResult: {} },
  ],
  [
    'a code can be used only once',
    'issue',
    async () => {
      const Username = await makeUser(plain)
      await forgot(plain, Username)
      await reset(plain, Username, lastCode())
      return reset(plain, Username, lastCode())
    },
    'ExpiredCodeException: Invalid code provided, please request a code again.',
  ],
  [
    'a code expires after one hour',
    'guide',
    async () => {
      const Username = await makeUser(plain)
      await forgot(plain, Username)
      const code = lastCode()
      advance(3600)
      return reset(plain, Username, code)
    },
    'ExpiredCodeException: Invalid code provided, please request a code again.',
  ],
  [
    'a wrong code is rejected',
    'issue',
    async () => {
      const Username = await makeUser(plain)
      await forgot(plain, Username)
      return reset(plain, Username, wrong(lastCode()))
    },
    WRONG_CODE,
  ],
  [
    'a weak new password is rejected',
    'issue',
    async () => {
      const Username = await makeUser(plain)
      await forgot(plain, Username)
      return reset(plain, Username, lastCode(), 'fraca')
    },
    'InvalidPasswordException: Password did not conform with policy: Password not long enough',
  ],
]

const newPassword = async (pool: Pool, responses: object) => {
  const USERNAME = await inviteUser(pool)
  return respond(pool, await signIn(pool, USERNAME), { USERNAME, NEW_PASSWORD: OTHER, ...responses })
}

const firstPasswords: Row[] = [
  [
    'a new password completes the sign-in',
    'moto',
    () => newPassword(plain, {}),
    { AuthenticationResult: {}, ChallengeParameters: {} },
  ],
  [
    'the new password can equal the temporary one',
    'moto',
    () => newPassword(plain, { NEW_PASSWORD: PASSWORD }),
    { AuthenticationResult: {} },
  ],
  [
    'a user cannot mark an address as verified',
    'issue',
    () => newPassword(plain, { 'userAttributes.email_verified': 'true' }),
    'InvalidParameterException: Cannot modify the non-mutable attribute email_verified',
  ],
  [
    'a required attribute with a value cannot be changed',
    'issue',
    async () => {
      const pool = await makePool({ Schema: [{ Name: 'email', Required: true, Mutable: true }] })
      return newPassword(pool, { 'userAttributes.email': 'bia@example.com' })
    },
    'NotAuthorizedException: Cannot modify an already provided email',
  ],
  [
    'a missing required attribute must be added',
    'issue',
    async () => newPassword(await makePool({ Schema: [{ Name: 'name', Required: true, Mutable: true }] }), {}),
    'InvalidParameterException: Invalid attributes given, name is missing',
  ],
  [
    'a temporary password is rejected after eight days',
    'guide',
    async () => {
      const Username = await inviteUser(plain)
      advance(8 * 24 * 3600)
      return signIn(plain, Username)
    },
    'NotAuthorizedException: Temporary password has expired and must be reset by an administrator.',
  ],
  [
    'a new password that is in the history is rejected',
    'guide',
    async () => {
      const pool = await makePool({ Policies: { PasswordPolicy: { MinimumLength: 8, PasswordHistorySize: 2 } } })
      const { AccessToken } = await tokensOf(pool)
      await change(AccessToken, PASSWORD, OTHER)
      return change(AccessToken, OTHER, PASSWORD)
    },
    /^PasswordHistoryPolicyViolationException: /,
  ],
  [
    'a reset with a password that is in the history fails and does not use up the code',
    'guide',
    async () => {
      const pool = await makePool({ Policies: { PasswordPolicy: { MinimumLength: 8, PasswordHistorySize: 1 } } })
      const Username = await makeUser(pool)
      await forgot(pool, Username)
      const tries: unknown[] = []
      for (let tried = 0; tried < 6; tried++) tries.push(await outcomeOf(reset(pool, Username, lastCode(), PASSWORD)))
      return [
        tries.every((outcome) => String(outcome).startsWith('PasswordHistory')),
        await reset(pool, Username, lastCode()),
      ]
    },
    [true, {}],
  ],
]

known('a forgotten password', forgetting)
known('the first password', firstPasswords)
