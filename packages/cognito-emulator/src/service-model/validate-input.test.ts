import { expect, test } from 'vitest'

import { validateInput } from './validate-input.ts'

const CLIENT = { ClientId: 'web', Username: 'ana' }
const LONG = 'x'.repeat(131_073)

/**
 * Messages of the service, as quoted by users. The values of an enumeration are in a different order than in the service's
 * messages.
 */
test.each([
  [
    'ListGroups',
    { UserPoolId: ' ap-northeast-1_xxx' },
    String.raw`1 validation error detected: Value ' ap-northeast-1_xxx' at 'userPoolId' failed to satisfy constraint: Member must satisfy regular expression pattern: [\w-]+_[0-9a-zA-Z]+`,
  ],
  [
    'CreateUserPool',
    { PoolName: 'turma', MfaConfiguration: 'false' },
    "1 validation error detected: Value 'false' at 'mfaConfiguration' failed to satisfy constraint: Member must satisfy enum value set: [OFF, ON, OPTIONAL]",
  ],
  [
    'CreateUserPool',
    { PoolName: 'turma', Schema: [{ Name: 'phone_number_verified' }] },
    "1 validation error detected: Value 'phone_number_verified' at 'schema.1.member.name' failed to satisfy constraint: Member must have length less than or equal to 20",
  ],
  [
    'UpdateUserPoolClient',
    { UserPoolId: 'local_Pool1', ClientId: 'web', AllowedOAuthFlows: ['code', 'password'] },
    "1 validation error detected: Value '[code, password]' at 'allowedOAuthFlows' failed to satisfy constraint: Member must satisfy constraint: [Member must satisfy enum value set: [code, implicit, client_credentials]]",
  ],
  [
    'SignUp',
    { ...CLIENT, Username: '' },
    String.raw`2 validation errors detected: Value at 'username' failed to satisfy constraint: Member must have length greater than or equal to 1; Value at 'username' failed to satisfy constraint: Member must satisfy regular expression pattern: [\p{L}\p{M}\p{S}\p{N}\p{P}]+`,
  ],
])("%s with %j fails with the service's message", (operation, body, message) => {
  expect(() => validateInput(operation, body)).toThrow(
    expect.objectContaining({ code: 'InvalidParameterException', message }),
  )
})

const user = { UserPoolId: 'local_Pool1', Username: 'ana' }

test.each([
  ['a missing member', 'AdminGetUser', { UserPoolId: 'local_Pool1' }, "Value null at 'username'", 'must not be null'],
  ['a null member', 'AdminGetUser', { ...user, Username: null }, "Value null at 'username'", 'must not be null'],
  [
    'a missing member of an item',
    'AdminUpdateUserAttributes',
    { ...user, UserAttributes: [{ Name: 'email' }, { Value: 'x' }] },
    "Value null at 'userAttributes.2.member.name'",
    'Member must not be null',
  ],
  [
    'a number below the minimum',
    'CreateUserPool',
    { PoolName: 'turma', Policies: { PasswordPolicy: { MinimumLength: 5 } } },
    "Value '5' at 'policies.passwordPolicy.minimumLength'",
    'Member must have value greater than or equal to 6',
  ],
  [
    'a number above the maximum',
    'ListUserPools',
    { MaxResults: 61 },
    "Value '61' at 'maxResults'",
    'Member must have value less than or equal to 60',
  ],
  [
    'a text that is too short',
    'UpdateGroup',
    { UserPoolId: 'local_Pool1', GroupName: '' },
    "Value '' at 'groupName'",
    'Member must have length greater than or equal to 1',
  ],
  [
    'a map value that is too long',
    'CreateUserPool',
    { PoolName: 'turma', UserPoolTags: { turma: 'x'.repeat(257) } },
    "at 'userPoolTags'",
    'Map value must satisfy constraint: [Member must have length less than or equal to 256',
  ],
  [
    'a map key that is too long',
    'CreateUserPool',
    { PoolName: 'turma', UserPoolTags: { ['x'.repeat(129)]: 'turma' } },
    "at 'userPoolTags'",
    'Map keys must satisfy constraint: [Member must have length less than or equal to 128',
  ],
  [
    'too many items',
    'AddCustomAttributes',
    { UserPoolId: 'local_Pool1', CustomAttributes: Array.from({ length: 26 }, () => ({ Name: 'turma' })) },
    "at 'customAttributes'",
    'Member must have length less than or equal to 25',
  ],
])('the error message reports %s', (_case, operation, body, where, constraint) => {
  expect(() => validateInput(operation, body)).toThrow(`${where} failed to satisfy constraint: `)
  expect(() => validateInput(operation, body)).toThrow(constraint)
})

test('the error message does not contain a sensitive value, even one inside a map', () => {
  const secrets = ['segredo\u0007', 'x'.repeat(257)]
  const bodies: [string, object][] = secrets.flatMap((secret) => [
    ['SignUp', { ...CLIENT, Password: `${secret} ` }],
    ['ChangePassword', { AccessToken: ` ${secret}`, PreviousPassword: 'Senha-123', ProposedPassword: 'Senha-123' }],
    ['RespondToAuthChallenge', { ...CLIENT, ChallengeName: 'PASSWORD', Session: 'curta', ChallengeResponses: {} }],
    [
      'InitiateAuth',
      { ...CLIENT, AuthFlow: 'USER_AUTH', AuthParameters: { PASSWORD: secret.repeat(40), x: LONG + secret } },
    ],
  ])
  for (const [operation, body] of bodies) {
    const message = messageOf(() => validateInput(operation, body as Record<string, unknown>))
    expect(message).toContain("Value at '")
    for (const secret of [...secrets, 'curta']) expect(message).not.toContain(secret)
  }
})

test.each([
  ['a number for a string', 'AdminGetUser', { ...user, Username: 7 }, 'username'],
  ['a list for a string', 'AdminGetUser', { ...user, Username: ['ana'] }, 'username'],
  ['an object for a list', 'AdminUpdateUserAttributes', { ...user, UserAttributes: {} }, 'userAttributes'],
  [
    'a string for an object in a list',
    'AdminUpdateUserAttributes',
    { ...user, UserAttributes: ['x'] },
    'userAttributes.1.member',
  ],
  [
    'a number in a list of strings',
    'AdminDeleteUserAttributes',
    { ...user, UserAttributeNames: [7] },
    'userAttributeNames',
  ],
  ['a list for a map', 'InitiateAuth', { ClientId: 'w', AuthFlow: 'USER_AUTH', AuthParameters: [] }, 'authParameters'],
  ['a number in a map of strings', 'SignUp', { ...CLIENT, ClientMetadata: { turma: 7 } }, 'clientMetadata'],
  ['a fraction for an integer', 'ListUsers', { UserPoolId: 'local_Pool1', Limit: 1.5 }, 'limit'],
  ['a string for a number', 'ListUsers', { UserPoolId: 'local_Pool1', Limit: '5' }, 'limit'],
  ['a string for a boolean', 'AdminSetUserPassword', { ...user, Password: 'x', Permanent: 'true' }, 'permanent'],
])('validateInput rejects %s with a SerializationException', (_case, operation, body, where) => {
  expect(() => validateInput(operation, body)).toThrow(
    expect.objectContaining({ code: 'SerializationException', message: expect.stringContaining(where) }),
  )
})

/** With the model's own patterns, matching each of these strings would take between a second and several minutes. */
test("validation stays fast for strings that would make the model's patterns slow", () => {
  const NUL = '\u0000'
  const hostile: Record<string, unknown>[] = [
    { EmailConfiguration: { ReplyToEmailAddress: '@'.repeat(60_000) + NUL } },
    { EmailVerificationMessage: '{####}'.repeat(3_000) + NUL },
    { VerificationMessageTemplate: { EmailMessageByLink: '{####}'.repeat(3_000) + NUL } },
    { VerificationMessageTemplate: { EmailMessageByLink: '{##'.repeat(6_000) } },
  ]
  const startMs = process.cpuUsage().user / 1000
  for (const more of hostile) {
    const validate = () => validateInput('CreateUserPool', { PoolName: 'turma', ...more })
    expect(validate).toThrow('Member must satisfy regular expression pattern')
  }
  expect(process.cpuUsage().user / 1000 - startMs).toBeLessThan(500)
})

test.each([
  ['EmailVerificationMessage', ['Code {####}', '{####}', 'a {####} b {####}*'], ['no code', '{###}', '{####}\u0007']],
  [
    'EmailMessageByLink',
    ['{##Click##}', 'a {##here##} b', '{##a {##b##}', '{####}'],
    ['a', '##}{##', '{##a', 'a##}', '{##a##}\u0007'],
  ],
  ['ReplyToEmailAddress', ['a@b', 'a@b@c', '@@@'], ['a', '@a', 'a@', 'a b@c', 'a@b\n']],
])("%s accepts the same strings as the model's pattern", (member, right, wrong) => {
  const bodyOf = (text: string) => {
    if (member === 'ReplyToEmailAddress') return { EmailConfiguration: { [member]: text } }
    return member === 'EmailMessageByLink' ? { VerificationMessageTemplate: { [member]: text } } : { [member]: text }
  }
  const validate = (text: string) => () => validateInput('CreateUserPool', { PoolName: 'turma', ...bodyOf(text) })
  for (const text of right) expect(validate(text), text).not.toThrow()
  for (const text of wrong) expect(validate(text), text).toThrow('Member must satisfy regular expression pattern')
})

test('validateInput removes null and unknown members', () => {
  const body = JSON.parse(`{
    "ClientId": "web", "Username": "ana", "Password": "Senha com 1 espaço", "Nonsense": 1, "__proto__": { "Session": "x" },
    "SecretHash": null, "UserAttributes": [{ "Name": "email", "Value": null, "More": [] }],
    "ClientMetadata": { "turma": "a", "__proto__": "b", "nula": null }
  }`) as Record<string, unknown>
  const input = validateInput('SignUp', body)
  expect(JSON.parse(JSON.stringify(input))).toEqual({
    ClientId: 'web',
    Username: 'ana',
    Password: 'Senha com 1 espaço',
    UserAttributes: [{ Name: 'email' }],
    ClientMetadata: JSON.parse('{ "turma": "a", "__proto__": "b" }') as object,
  })
  expect(Object.getPrototypeOf(input)).toBe(Object.prototype)
})

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
