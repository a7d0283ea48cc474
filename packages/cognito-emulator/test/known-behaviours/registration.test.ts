import { expect } from 'vitest'

import {
  VERIFIED_EMAIL,
  WRONG_CODE,
  advance,
  hiding,
  known,
  lastCode,
  makePool,
  makeUser,
  plain,
  registerUser,
  send,
  signIn,
  signUp,
  wrong,
  type Row,
  type Pool,
} from './new-pools.ts'

const signingUp: Row[] = [
  [
    'SignUp returns the documented members',
    'moto',
    async () => {
      const answer = (await signUp(plain, {
        Username: 'whole',
        UserAttributes: [{ Name: 'email', Value: 't@test.com' }],
      })) as object
      return { ...answer, names: Object.keys(answer).toSorted().join() }
    },
    {
      UserConfirmed: false,
      UserSub: expect.stringMatching(/^[0-9a-f-]{36}$/),
      CodeDeliveryDetails: { Destination: 't***@t***', DeliveryMedium: 'EMAIL', AttributeName: 'email' },
      names: 'CodeDeliveryDetails,Session,UserConfirmed,UserSub',
    },
  ],
  [
    'an address is not verified until its code is confirmed',
    'issue',
    async () => {
      const Username = await registerUser(plain)
      return send('AdminGetUser', { UserPoolId: plain.id, Username })
    },
    { UserAttributes: expect.arrayContaining([{ Name: 'email_verified', Value: 'false' }]) },
  ],
  [
    'no code is sent without an address',
    'moto',
    async () => Object.keys(await signUp(plain, { Username: 'silent', UserAttributes: [] })),
    ['UserConfirmed', 'UserSub', 'Session'],
  ],
  [
    'a pool without automatic verification sends no code',
    'moto',
    async () => 'CodeDeliveryDetails' in (await signUp(await makePool(), { Username: 'ana' })),
    false,
  ],
  [
    'SignUp rejects the name of an existing user',
    'issue',
    async () => signUp(plain, { Username: await makeUser(plain) }),
    'UsernameExistsException: User already exists',
  ],
  [
    'SignUp rejects an address that another user has as user name',
    'issue',
    async () => {
      const pool = await makePool({ UsernameAttributes: ['email'] })
      await signUp(pool, { Username: 'ana@example.com', UserAttributes: [] })
      return signUp(pool, { Username: 'ana@example.com', UserAttributes: [] })
    },
    'UsernameExistsException: An account with the given email already exists.',
  ],
  [
    'SignUp requires an e-mail address as user name in a pool with e-mail addresses as user names',
    'issue',
    async () => signUp(await makePool({ UsernameAttributes: ['email'] }), { Username: 'ana' }),
    'InvalidParameterException: Username should be an email.',
  ],
  [
    'SignUp requires a phone number as user name in a pool with phone numbers as user names',
    'issue',
    async () => signUp(await makePool({ UsernameAttributes: ['phone_number'] }), { Username: 'ana' }),
    'InvalidParameterException: Username should be a phone number.',
  ],
  [
    'SignUp rejects an e-mail address as user name in a pool with e-mail aliases',
    'issue',
    async () => signUp(await makePool({ AliasAttributes: ['email'] }), { Username: 'ana@example.com' }),
    'InvalidParameterException: Username cannot be of email format, since user pool is configured for email alias.',
  ],
  [
    'SignUp fails in a pool in which only administrators create users',
    'issue',
    async () =>
      signUp(await makePool({ AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } }), { Username: 'ana' }),
    'NotAuthorizedException: SignUp is not permitted for this user pool',
  ],
  [
    'SignUp rejects a short password',
    'issue',
    () => signUp(plain, { Username: 'short', Password: 'Ab1-' }),
    'InvalidPasswordException: Password did not conform with policy: Password not long enough',
  ],
  [
    'SignUp rejects a password without symbols',
    'issue',
    () => signUp(plain, { Username: 'plain', Password: 'Senha1234' }),
    'InvalidPasswordException: Password did not conform with policy: Password must have symbol characters',
  ],
  [
    'SignUp rejects a malformed phone number',
    'issue',
    () => signUp(plain, { Username: 'phone', UserAttributes: [{ Name: 'phone_number', Value: '555-1234' }] }),
    'InvalidParameterException: Invalid phone number format.',
  ],
  [
    'SignUp rejects a malformed e-mail address',
    'issue',
    () => signUp(plain, { Username: 'mail', UserAttributes: [{ Name: 'email', Value: 'ana' }] }),
    'InvalidParameterException: Invalid email address format.',
  ],
  [
    'SignUp rejects an unknown attribute',
    'issue',
    () => signUp(plain, { Username: 'more', UserAttributes: [{ Name: 'custom:more', Value: 'x' }] }),
    'InvalidParameterException: Attributes did not conform to the schema: custom:more: Attribute does not exist in the schema.\n',
  ],
  [
    'SignUp rejects a user without a required attribute',
    'issue',
    async () => {
      const pool = await makePool({ Schema: [{ Name: 'email', Required: true, Mutable: true }] })
      return signUp(pool, { Username: 'ana', UserAttributes: [] })
    },
    'InvalidParameterException: Attributes did not conform to the schema: email: The attribute is required\n',
  ],
  [
    'SignUp rejects the attribute email_verified',
    'issue',
    () => signUp(plain, { Username: 'claim', UserAttributes: VERIFIED_EMAIL }),
    'NotAuthorizedException: A client attempted to write unauthorized attribute',
  ],
]

const confirm = (pool: Pool, Username: string, ConfirmationCode: string, more: object = {}) =>
  send<{ Session?: string }>('ConfirmSignUp', { ClientId: pool.client, Username, ConfirmationCode, ...more })

const confirming: Row[] = [
  [
    'ConfirmSignUp accepts the right code',
    'api',
    async () => confirm(plain, await registerUser(plain), lastCode()),
    { Session: expect.any(String) },
  ],
  [
    'ConfirmSignUp rejects a wrong code',
    'issue',
    async () => confirm(plain, await registerUser(plain), wrong(lastCode())),
    WRONG_CODE,
  ],
  [
    'ConfirmSignUp rejects a code that was already used',
    'issue',
    async () => {
      const Username = await registerUser(plain)
      const code = lastCode()
      await confirm(plain, Username, code)
      return confirm(plain, Username, code)
    },
    'NotAuthorizedException: User cannot be confirmed. Current status is CONFIRMED',
  ],
  [
    'ConfirmSignUp rejects a code that is one day old',
    'issue',
    async () => {
      const Username = await registerUser(plain)
      const code = lastCode()
      advance(24 * 3600)
      return confirm(plain, Username, code)
    },
    'ExpiredCodeException: Invalid code provided, please request a code again.',
  ],
  [
    'ConfirmSignUp rejects a code that was replaced by a newer code',
    'guide',
    async () => {
      const Username = await registerUser(plain)
      const code = lastCode()
      await send('ResendConfirmationCode', { ClientId: plain.client, Username })
      return code === lastCode()
        ? 'CodeMismatchException: Invalid verification code provided, please try again.'
        : confirm(plain, Username, code)
    },
    WRONG_CODE,
  ],
  [
    'ConfirmSignUp fails for an unknown name',
    'issue',
    () => confirm(plain, 'nobody', '123456'),
    'UserNotFoundException: Username/client id combination not found.',
  ],
  [
    'ConfirmSignUp reports a wrong code for an unknown name if the client hides unknown users',
    'guide',
    () => confirm(hiding, 'nobody', '123456'),
    WRONG_CODE,
  ],
  [
    'ResendConfirmationCode fails for a confirmed user',
    'issue',
    async () => send('ResendConfirmationCode', { ClientId: plain.client, Username: await makeUser(plain) }),
    'InvalidParameterException: User is already confirmed.',
  ],
  [
    'ResendConfirmationCode fails in a pool without automatic verification',
    'issue',
    async () => {
      const pool = await makePool()
      return send('ResendConfirmationCode', { ClientId: pool.client, Username: await registerUser(pool) })
    },
    'InvalidParameterException: Cannot resend codes. Auto verification not turned on.',
  ],
  [
    'an administrator can confirm a user without a code',
    'moto',
    async () => {
      const Username = await registerUser(plain)
      await send('AdminConfirmSignUp', { UserPoolId: plain.id, Username })
      return signIn(plain, Username)
    },
    { AuthenticationResult: {} },
  ],
  [
    'an administrator cannot confirm a confirmed user',
    'issue',
    async () => send('AdminConfirmSignUp', { UserPoolId: plain.id, Username: await makeUser(plain) }),
    'NotAuthorizedException: User cannot be confirmed. Current status is CONFIRMED',
  ],
]

known('signing up', signingUp)
known('confirming', confirming)
