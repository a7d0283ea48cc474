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
    'the whole response',
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
    'a taken name',
    'issue',
    async () => signUp(plain, { Username: await makeUser(plain) }),
    'UsernameExistsException: User already exists',
  ],
  [
    'a taken address as user name',
    'issue',
    async () => {
      const pool = await makePool({ UsernameAttributes: ['email'] })
      await signUp(pool, { Username: 'ana@example.com', UserAttributes: [] })
      return signUp(pool, { Username: 'ana@example.com', UserAttributes: [] })
    },
    'UsernameExistsException: An account with the given email already exists.',
  ],
  [
    'a user name that is not an e-mail address',
    'issue',
    async () => signUp(await makePool({ UsernameAttributes: ['email'] }), { Username: 'ana' }),
    'InvalidParameterException: Username should be an email.',
  ],
  [
    'a user name that is not a phone number',
    'issue',
    async () => signUp(await makePool({ UsernameAttributes: ['phone_number'] }), { Username: 'ana' }),
    'InvalidParameterException: Username should be a phone number.',
  ],
  [
    'an e-mail address as user name in a pool with e-mail aliases',
    'issue',
    async () => signUp(await makePool({ AliasAttributes: ['email'] }), { Username: 'ana@example.com' }),
    'InvalidParameterException: Username cannot be of email format, since user pool is configured for email alias.',
  ],
  [
    'a pool in which only administrators create users',
    'issue',
    async () =>
      signUp(await makePool({ AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } }), { Username: 'ana' }),
    'NotAuthorizedException: SignUp is not permitted for this user pool',
  ],
  [
    'a short password',
    'issue',
    () => signUp(plain, { Username: 'short', Password: 'Ab1-' }),
    'InvalidPasswordException: Password did not conform with policy: Password not long enough',
  ],
  [
    'a password without symbols',
    'issue',
    () => signUp(plain, { Username: 'plain', Password: 'Senha1234' }),
    'InvalidPasswordException: Password did not conform with policy: Password must have symbol characters',
  ],
  [
    'a malformed phone number',
    'issue',
    () => signUp(plain, { Username: 'phone', UserAttributes: [{ Name: 'phone_number', Value: '555-1234' }] }),
    'InvalidParameterException: Invalid phone number format.',
  ],
  [
    'a malformed e-mail address',
    'issue',
    () => signUp(plain, { Username: 'mail', UserAttributes: [{ Name: 'email', Value: 'ana' }] }),
    'InvalidParameterException: Invalid email address format.',
  ],
  [
    'an unknown attribute',
    'issue',
    () => signUp(plain, { Username: 'more', UserAttributes: [{ Name: 'custom:more', Value: 'x' }] }),
    'InvalidParameterException: Attributes did not conform to the schema: custom:more: Attribute does not exist in the schema.\n',
  ],
  [
    'a missing attribute',
    'issue',
    async () => {
      const pool = await makePool({ Schema: [{ Name: 'email', Required: true, Mutable: true }] })
      return signUp(pool, { Username: 'ana', UserAttributes: [] })
    },
    'InvalidParameterException: Attributes did not conform to the schema: email: The attribute is required\n',
  ],
  [
    'an attempt to set email_verified',
    'issue',
    () => signUp(plain, { Username: 'claim', UserAttributes: VERIFIED_EMAIL }),
    'NotAuthorizedException: A client attempted to write unauthorized attribute',
  ],
]

const confirm = (pool: Pool, Username: string, ConfirmationCode: string, more: object = {}) =>
  send<{ Session?: string }>('ConfirmSignUp', { ClientId: pool.client, Username, ConfirmationCode, ...more })

const confirming: Row[] = [
  [
    'the right code',
    'api',
    async () => confirm(plain, await registerUser(plain), lastCode()),
    { Session: expect.any(String) },
  ],
  ['a wrong code', 'issue', async () => confirm(plain, await registerUser(plain), wrong(lastCode())), WRONG_CODE],
  [
    'a code that was already confirmed',
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
    'a code that is one day old',
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
    'a code that was replaced by a newer one',
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
    'an unknown name',
    'issue',
    () => confirm(plain, 'nobody', '123456'),
    'UserNotFoundException: Username/client id combination not found.',
  ],
  ['an unknown name in a pool that hides users', 'guide', () => confirm(hiding, 'nobody', '123456'), WRONG_CODE],
  [
    'another code for a confirmed user',
    'issue',
    async () => send('ResendConfirmationCode', { ClientId: plain.client, Username: await makeUser(plain) }),
    'InvalidParameterException: User is already confirmed.',
  ],
  [
    'another code in a pool without automatic verification',
    'issue',
    async () => {
      const pool = await makePool()
      return send('ResendConfirmationCode', { ClientId: pool.client, Username: await registerUser(pool) })
    },
    'InvalidParameterException: Cannot resend codes. Auto verification not turned on.',
  ],
  [
    'an administrator confirms a user without a code',
    'moto',
    async () => {
      const Username = await registerUser(plain)
      await send('AdminConfirmSignUp', { UserPoolId: plain.id, Username })
      return signIn(plain, Username)
    },
    { AuthenticationResult: {} },
  ],
  [
    'an administrator confirms a confirmed user',
    'issue',
    async () => send('AdminConfirmSignUp', { UserPoolId: plain.id, Username: await makeUser(plain) }),
    'NotAuthorizedException: User cannot be confirmed. Current status is CONFIRMED',
  ],
]

known('signing up', signingUp)
known('confirming', confirming)
