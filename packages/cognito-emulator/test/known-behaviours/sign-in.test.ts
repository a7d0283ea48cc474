import { expect } from 'vitest'

import {
  INCORRECT,
  NO_USER,
  PASSWORD,
  hiding,
  initiate,
  inviteUser,
  known,
  makePool,
  makeUser,
  plain,
  registerUser,
  secret,
  secretHash,
  send,
  signIn,
  signInBySrp,
  signUp,
  type Row,
} from './new-pools.ts'

const signingIn: Row[] = [
  ['an unknown name', 'api', () => signIn(plain, 'nobody'), NO_USER],
  ['an unknown name in a pool that hides users', 'guide', () => signIn(hiding, 'nobody'), INCORRECT],
  ['a wrong password', 'api', async () => signIn(plain, await makeUser(plain), 'Senha-999'), INCORRECT],
  ['a wrong password by SRP', 'api', async () => signInBySrp(plain, await makeUser(plain), 'Senha-999'), INCORRECT],
  [
    'the right password by SRP',
    'api',
    async () => signInBySrp(plain, await makeUser(plain)),
    { AuthenticationResult: {} },
  ],
  ['an unknown name by SRP in a pool that hides users', 'guide', () => signInBySrp(hiding, 'nobody'), INCORRECT],
  [
    'a name in another case, in a pool with the default setting',
    'api',
    async () => signIn(plain, (await makeUser(plain)).toUpperCase()),
    NO_USER,
  ],
  [
    'a disabled user',
    'issue',
    async () => {
      const Username = await makeUser(plain)
      await send('AdminDisableUser', { UserPoolId: plain.id, Username })
      return signIn(plain, Username)
    },
    'NotAuthorizedException: User is disabled.',
  ],
  [
    'an unconfirmed user',
    'issue',
    async () => signIn(plain, await registerUser(plain)),
    'UserNotConfirmedException: User is not confirmed.',
  ],
  [
    'an unconfirmed user with a wrong password',
    'issue',
    async () => signIn(plain, await registerUser(plain), 'Senha-999'),
    'UserNotConfirmedException: User is not confirmed.',
  ],
  [
    'a user whose password an administrator reset',
    'issue',
    async () => {
      const Username = await makeUser(plain)
      await send('AdminResetUserPassword', { UserPoolId: plain.id, Username })
      return signIn(plain, Username)
    },
    'PasswordResetRequiredException: Password reset required for the user',
  ],
  [
    'an invited user',
    'moto',
    async () => signIn(plain, await inviteUser(plain)),
    { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: expect.any(String) },
  ],
  [
    'no user name',
    'issue',
    () => initiate(plain, 'USER_PASSWORD_AUTH', {}),
    'InvalidParameterException: Missing required parameter USERNAME',
  ],
  [
    'no password',
    'issue',
    async () => initiate(plain, 'USER_PASSWORD_AUTH', { USERNAME: await makeUser(plain) }),
    'InvalidParameterException: Missing required parameter PASSWORD',
  ],
  [
    'an unknown client',
    'api',
    () => signIn({ id: plain.id, client: 'nothere' }, 'ana'),
    'ResourceNotFoundException: User pool client nothere does not exist.',
  ],
  [
    "an administrators' flow without credentials",
    'moto',
    () => initiate(plain, 'ADMIN_USER_PASSWORD_AUTH', { USERNAME: 'a', PASSWORD }),
    'InvalidParameterException: Initiate Auth method not supported.',
  ],
  [
    'a public flow in AdminInitiateAuth',
    'api',
    () =>
      send('AdminInitiateAuth', {
        UserPoolId: plain.id,
        ClientId: plain.client,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: 'a', PASSWORD },
      }),
    'InvalidParameterException: Initiate Auth method not supported.',
  ],
  [
    'custom auth without triggers',
    'issue',
    async () =>
      initiate(await makePool({}, { ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH'] }), 'CUSTOM_AUTH', { USERNAME: 'nobody' }),
    NO_USER,
  ],
]

const defaultFlows: Row[] = [
  [
    'a client created through the API does not accept passwords by default',
    'api',
    async () => signIn(await makePool({}, { ExplicitAuthFlows: undefined }), 'ana'),
    'InvalidParameterException: USER_PASSWORD_AUTH flow not enabled for this client',
  ],
  [
    'a client created through the API does not accept passwords from administrators by default',
    'issue',
    async () => {
      const { id, client } = await makePool({}, { ExplicitAuthFlows: undefined })
      const AuthParameters = { USERNAME: 'ana', PASSWORD }
      return send('AdminInitiateAuth', {
        UserPoolId: id,
        ClientId: client,
        AuthFlow: 'ADMIN_NO_SRP_AUTH',
        AuthParameters,
      })
    },
    'InvalidParameterException: Auth flow not enabled for this client',
  ],
  [
    'a client created through the API accepts SRP proofs by default',
    'api',
    async () => {
      const pool = await makePool({}, { ExplicitAuthFlows: undefined })
      return signInBySrp(pool, await makeUser(pool))
    },
    { AuthenticationResult: { TokenType: 'Bearer', ExpiresIn: 3600 } },
  ],
  [
    'a client with the legacy flow USER_PASSWORD_AUTH also accepts SRP proofs and refreshes',
    'moto',
    async () => {
      const pool = await makePool({}, { ExplicitAuthFlows: ['USER_PASSWORD_AUTH'] })
      const { AuthenticationResult: result } = await signInBySrp(pool, await makeUser(pool))
      return initiate(pool, 'REFRESH_TOKEN', { REFRESH_TOKEN: result?.RefreshToken })
    },
    { AuthenticationResult: { TokenType: 'Bearer' } },
  ],
  [
    'a client that allows only other flows rejects SRP proofs',
    'issue',
    async () => {
      const pool = await makePool({}, { ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] })
      return signInBySrp(pool, await makeUser(pool))
    },
    'InvalidParameterException: USER_SRP_AUTH is not enabled for the client.',
  ],
]

const secrets: Row[] = [
  [
    'a missing SECRET_HASH',
    'issue',
    () => signIn(secret, 'ana'),
    /^NotAuthorizedException: Client \w+ is configured with secret but SECRET_HASH was not received$/,
  ],
  [
    'a wrong SECRET_HASH',
    'issue',
    () => initiate(secret, 'USER_PASSWORD_AUTH', { USERNAME: 'ana', PASSWORD, SECRET_HASH: secretHash(secret, 'bia') }),
    /^NotAuthorizedException: Unable to verify secret hash for client \w+$/,
  ],
  [
    'a missing SECRET_HASH in SignUp',
    'issue',
    () => signUp(secret, { Username: 'ana' }),
    /^NotAuthorizedException: Client \w+ is configured with secret but SECRET_HASH was not received$/,
  ],
  [
    'the right SECRET_HASH',
    'guide',
    async () => {
      const USERNAME = await makeUser(secret)
      return initiate(secret, 'USER_PASSWORD_AUTH', { USERNAME, PASSWORD, SECRET_HASH: secretHash(secret, USERNAME) })
    },
    { AuthenticationResult: {} },
  ],
]

known('signing in', signingIn)
known('default flows', defaultFlows)
known('client secrets', secrets)
