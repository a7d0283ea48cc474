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
  ['a sign-in with an unknown name fails', 'api', () => signIn(plain, 'nobody'), NO_USER],
  [
    'a sign-in with an unknown name looks like a sign-in with a wrong password if the client hides unknown users',
    'guide',
    () => signIn(hiding, 'nobody'),
    INCORRECT,
  ],
  [
    'a sign-in with a wrong password fails',
    'api',
    async () => signIn(plain, await makeUser(plain), 'Senha-999'),
    INCORRECT,
  ],
  [
    'a sign-in by SRP with a wrong password fails',
    'api',
    async () => signInBySrp(plain, await makeUser(plain), 'Senha-999'),
    INCORRECT,
  ],
  [
    'a sign-in by SRP with the right password succeeds',
    'api',
    async () => signInBySrp(plain, await makeUser(plain)),
    { AuthenticationResult: {} },
  ],
  [
    'a sign-in by SRP with an unknown name looks like a sign-in with a wrong password if the client hides unknown users',
    'guide',
    () => signInBySrp(hiding, 'nobody'),
    INCORRECT,
  ],
  [
    'a sign-in with the name in another case fails by default',
    'api',
    async () => signIn(plain, (await makeUser(plain)).toUpperCase()),
    NO_USER,
  ],
  [
    'a sign-in of a disabled user fails',
    'issue',
    async () => {
      const Username = await makeUser(plain)
      await send('AdminDisableUser', { UserPoolId: plain.id, Username })
      return signIn(plain, Username)
    },
    'NotAuthorizedException: User is disabled.',
  ],
  [
    'a sign-in of an unconfirmed user fails',
    'issue',
    async () => signIn(plain, await registerUser(plain)),
    'UserNotConfirmedException: User is not confirmed.',
  ],
  [
    'a sign-in of an unconfirmed user fails with the same error if the password is wrong',
    'issue',
    async () => signIn(plain, await registerUser(plain), 'Senha-999'),
    'UserNotConfirmedException: User is not confirmed.',
  ],
  [
    'a sign-in fails after an administrator reset the password',
    'issue',
    async () => {
      const Username = await makeUser(plain)
      await send('AdminResetUserPassword', { UserPoolId: plain.id, Username })
      return signIn(plain, Username)
    },
    'PasswordResetRequiredException: Password reset required for the user',
  ],
  [
    'a sign-in of an invited user asks for a new password',
    'moto',
    async () => signIn(plain, await inviteUser(plain)),
    { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: expect.any(String) },
  ],
  [
    'a sign-in without a user name fails',
    'issue',
    () => initiate(plain, 'USER_PASSWORD_AUTH', {}),
    'InvalidParameterException: Missing required parameter USERNAME',
  ],
  [
    'a sign-in without a password fails',
    'issue',
    async () => initiate(plain, 'USER_PASSWORD_AUTH', { USERNAME: await makeUser(plain) }),
    'InvalidParameterException: Missing required parameter PASSWORD',
  ],
  [
    'a sign-in with an unknown client fails',
    'api',
    () => signIn({ id: plain.id, client: 'nothere' }, 'ana'),
    'ResourceNotFoundException: User pool client nothere does not exist.',
  ],
  [
    "InitiateAuth rejects an administrators' flow",
    'moto',
    () => initiate(plain, 'ADMIN_USER_PASSWORD_AUTH', { USERNAME: 'a', PASSWORD }),
    'InvalidParameterException: Initiate Auth method not supported.',
  ],
  [
    'AdminInitiateAuth rejects a public flow',
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
    'CUSTOM_AUTH fails for an unknown name in a pool without triggers',
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
    'a sign-in without SECRET_HASH fails if the client has a secret',
    'issue',
    () => signIn(secret, 'ana'),
    /^NotAuthorizedException: Client \w+ is configured with secret but SECRET_HASH was not received$/,
  ],
  [
    'a sign-in with a wrong SECRET_HASH fails',
    'issue',
    () => initiate(secret, 'USER_PASSWORD_AUTH', { USERNAME: 'ana', PASSWORD, SECRET_HASH: secretHash(secret, 'bia') }),
    /^NotAuthorizedException: Unable to verify secret hash for client \w+$/,
  ],
  [
    'SignUp without SECRET_HASH fails if the client has a secret',
    'issue',
    () => signUp(secret, { Username: 'ana' }),
    /^NotAuthorizedException: Client \w+ is configured with secret but SECRET_HASH was not received$/,
  ],
  [
    'a sign-in with the right SECRET_HASH succeeds',
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
