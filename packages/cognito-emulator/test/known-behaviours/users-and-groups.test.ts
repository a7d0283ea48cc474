import { expect } from 'vitest'

import { claimsOf } from '../caller.ts'
import {
  PASSWORD,
  VERIFIED_EMAIL,
  initiate,
  inviteUser,
  known,
  makePool,
  makeUser,
  newName,
  outcomeOf,
  plain,
  send,
  signIn,
  tokensOf,
  type Pool,
  type Row,
} from './new-pools.ts'

type Users = { Users: { Username: string }[]; PaginationToken?: string }

const ROLE = 'arn:aws:iam::123456789012:role/'

/** Creates a user in groups whose roles have the same names as the groups. */
async function memberOf(pool: Pool, groups: { GroupName: string; Precedence?: number }[]): Promise<string> {
  const Username = await makeUser(pool)
  for (const group of groups) {
    await send('CreateGroup', { UserPoolId: pool.id, ...group, RoleArn: `${ROLE}${group.GroupName}` })
    await send('AdminAddUserToGroup', { UserPoolId: pool.id, Username, GroupName: group.GroupName })
  }
  return Username
}

const claimsOfMember = async (groups: { GroupName: string; Precedence?: number }[], use: 'IdToken' | 'AccessToken') => {
  const pool = await makePool()
  const { AuthenticationResult } = await signIn(pool, await memberOf(pool, groups))
  return claimsOf(AuthenticationResult?.[use])
}

const groups: Row[] = [
  [
    'an id token has the role of the group with the lowest precedence',
    'guide',
    () =>
      claimsOfMember(
        [
          { GroupName: 'alunos', Precedence: 5 },
          { GroupName: 'turma', Precedence: 1 },
        ],
        'IdToken',
      ),
    {
      'cognito:groups': expect.arrayContaining(['alunos', 'turma']),
      'cognito:roles': expect.arrayContaining([`${ROLE}alunos`, `${ROLE}turma`]),
      'cognito:preferred_role': `${ROLE}turma`,
    },
  ],
  [
    'an access token has groups but no roles',
    'guide',
    async () =>
      Object.keys(await claimsOfMember([{ GroupName: 'alunos' }], 'AccessToken')).filter((name) =>
        name.startsWith('cognito:'),
      ),
    ['cognito:groups'],
  ],
  [
    'groups with the same precedence and different roles have no preferred role',
    'api',
    async () =>
      'cognito:preferred_role' in
      (await claimsOfMember(
        [
          { GroupName: 'alunos', Precedence: 1 },
          { GroupName: 'turma', Precedence: 1 },
        ],
        'IdToken',
      )),
    false,
  ],
  [
    'a refresh adds a new group to the tokens',
    'guide',
    async () => {
      const pool = await makePool()
      const { username: Username, RefreshToken } = await tokensOf(pool)
      await send('CreateGroup', { UserPoolId: pool.id, GroupName: 'turma' })
      await send('AdminAddUserToGroup', { UserPoolId: pool.id, Username, GroupName: 'turma' })
      const { AuthenticationResult } = await initiate(pool, 'REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: RefreshToken })
      return claimsOf(AuthenticationResult?.AccessToken)
    },
    { 'cognito:groups': ['turma'] },
  ],
  [
    'CreateGroup rejects the name of an existing group',
    'moto',
    async () => {
      const group = { UserPoolId: (await makePool()).id, GroupName: 'turma' }
      await send('CreateGroup', group)
      return send('CreateGroup', group)
    },
    'GroupExistsException: A group with the name already exists.',
  ],
  [
    'GetGroup fails for an unknown group',
    'moto',
    () => send('GetGroup', { UserPoolId: plain.id, GroupName: 'turma' }),
    'ResourceNotFoundException: Group not found.',
  ],
]

const listed = async (pool: Pool, request: object): Promise<string[]> => {
  const { Users } = await send<Users>('ListUsers', { UserPoolId: pool.id, ...request })
  return Users.map(({ Username }) => Username)
}

const users: Row[] = [
  [
    'AdminCreateUser rejects the name of an existing user',
    'moto',
    async () => send('AdminCreateUser', { UserPoolId: plain.id, Username: await makeUser(plain) }),
    'UsernameExistsException: User account already exists',
  ],
  [
    'AdminCreateUser cannot resend an invitation to a confirmed user',
    'api',
    async () =>
      send('AdminCreateUser', { UserPoolId: plain.id, Username: await makeUser(plain), MessageAction: 'RESEND' }),
    /^UnsupportedUserStateException: /,
  ],
  [
    'a user who needs no password is confirmed immediately',
    'issue',
    async () => {
      const SignInPolicy = { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] }
      const { id } = await makePool({ Policies: { SignInPolicy } })
      const user = { UserPoolId: id, Username: newName(), MessageAction: 'SUPPRESS', UserAttributes: VERIFIED_EMAIL }
      return send('AdminCreateUser', user)
    },
    { User: { UserStatus: 'CONFIRMED', Enabled: true } },
  ],
  [
    'a user must change a password that an administrator set as temporary',
    'api',
    async () => {
      const Username = await makeUser(plain)
      await send('AdminSetUserPassword', { UserPoolId: plain.id, Username, Password: PASSWORD, Permanent: false })
      return signIn(plain, Username)
    },
    { ChallengeName: 'NEW_PASSWORD_REQUIRED' },
  ],
  [
    'ListUsers filters by equality, by prefix, and by status in any case',
    'api',
    async () => {
      const pool = await makePool()
      const [ana, invited] = [
        await makeUser(pool),
        await inviteUser(pool, [{ Name: 'email', Value: 'bia@example.com' }]),
      ]
      const found = [
        await listed(pool, { Filter: 'email = "ana@example.com"' }),
        await listed(pool, { Filter: 'email ^= "bia"' }),
        await listed(pool, { Filter: 'cognito:user_status = "force_change_password"' }),
        await listed(pool, { Filter: 'status = "Disabled"' }),
      ]
      return JSON.stringify(found) === JSON.stringify([[ana], [invited], [invited], []])
    },
    true,
  ],
  [
    'ListUsers rejects filters by other attributes',
    'api',
    async () => [
      await outcomeOf(listed(plain, { Filter: 'custom:turma = "1"' })),
      await outcomeOf(listed(plain, { Filter: 'nickname = "ana"' })),
      await outcomeOf(listed(plain, { Filter: 'ana' })),
    ],
    Array.from({ length: 3 }, () => expect.stringMatching(/^InvalidParameterException: /) as string),
  ],
  [
    'ListUsers rejects a limit above the maximum',
    'api',
    () => listed(plain, { Limit: 61 }),
    "InvalidParameterException: 1 validation error detected: Value '61' at 'limit' failed to satisfy constraint: " +
      'Member must have value less than or equal to 60',
  ],
  [
    'ListUsers fails for an unknown pool',
    'issue',
    () => listed({ id: 'local_ZZZZZZZZZ', client: '' }, {}),
    'ResourceNotFoundException: User pool local_ZZZZZZZZZ does not exist.',
  ],
]

const withCodes = (): Promise<Pool> =>
  makePool({ Policies: { SignInPolicy: { AllowedFirstAuthFactors: ['PASSWORD', 'EMAIL_OTP'] } } })
const preferCode = (pool: Pool, USERNAME: string) =>
  initiate(pool, 'USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' })

const firstFactors: Row[] = [
  [
    'a preferred code is sent immediately, and the other factors are listed',
    'issue',
    async () => {
      const pool = await withCodes()
      return preferCode(pool, await makeUser(pool))
    },
    {
      ChallengeName: 'EMAIL_OTP',
      AvailableChallenges: expect.arrayContaining(['EMAIL_OTP', 'PASSWORD', 'PASSWORD_SRP']),
    },
  ],
  [
    'a user who must change the password does not receive a code',
    'issue',
    async () => {
      const pool = await withCodes()
      return preferCode(pool, await inviteUser(pool))
    },
    { ChallengeName: 'SELECT_CHALLENGE', AvailableChallenges: ['PASSWORD', 'PASSWORD_SRP'] },
  ],
]

const reading: Row[] = [
  [
    'a client that can read one attribute gets only that attribute',
    'api',
    async () => {
      const pool = await makePool({}, { ReadAttributes: ['email'] })
      const { AccessToken, IdToken } = await tokensOf(pool, [...VERIFIED_EMAIL, { Name: 'name', Value: 'Ana' }])
      const { UserAttributes } = await send<{ UserAttributes: { Name: string }[] }>('GetUser', { AccessToken })
      return [
        UserAttributes.some(({ Name }) => Name === 'name'),
        'name' in claimsOf(IdToken),
        'email' in claimsOf(IdToken),
      ]
    },
    [false, false, true],
  ],
]

known('groups', groups)
known("administrators' users", users)
known('first factors', firstFactors)
known('attributes', reading)
