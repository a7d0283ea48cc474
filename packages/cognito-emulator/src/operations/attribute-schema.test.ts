import { expect, test } from 'vitest'

import { call, createTestEmulator } from '../../test/caller.ts'

const emulator = createTestEmulator()

type Attribute = { Name: string; [member: string]: unknown }
type Described = { UserPool: { Id: string; SchemaAttributes: Attribute[] } }

const create = async (Schema?: object[]) =>
  (await call<Described>(emulator, 'CreateUserPool', { PoolName: 'a', Schema })).UserPool
const own = ({ SchemaAttributes }: Described['UserPool']) => SchemaAttributes.slice(20)

// https://docs.aws.amazon.com/cli/latest/reference/cognito-idp/describe-user-pool.html
const TEXTS =
  'name given_name family_name middle_name nickname preferred_username profile picture website email gender zoneinfo locale phone_number address'

test('a new pool has the twenty standard attributes', async () => {
  const { SchemaAttributes } = await create()
  const shown = new Map(SchemaAttributes.map((attribute) => [attribute.Name, attribute]))
  expect(SchemaAttributes).toHaveLength(20)
  const mutable = { DeveloperOnlyAttribute: false, Mutable: true, Required: false }
  expect(shown.get('sub')).toEqual({
    Name: 'sub',
    AttributeDataType: 'String',
    DeveloperOnlyAttribute: false,
    Mutable: false,
    Required: true,
    StringAttributeConstraints: { MinLength: '1', MaxLength: '2048' },
  })
  for (const Name of TEXTS.split(' ')) {
    const StringAttributeConstraints = { MinLength: '0', MaxLength: '2048' }
    expect(shown.get(Name)).toEqual({ Name, AttributeDataType: 'String', ...mutable, StringAttributeConstraints })
  }
  expect(shown.get('birthdate')).toMatchObject({ StringAttributeConstraints: { MinLength: '10', MaxLength: '10' } })
  expect(shown.get('updated_at')).toMatchObject({
    AttributeDataType: 'Number',
    NumberAttributeConstraints: { MinValue: '0' },
  })
  for (const Name of ['email_verified', 'phone_number_verified']) {
    expect(shown.get(Name)).toEqual({ Name, AttributeDataType: 'Boolean', ...mutable })
  }
})

test('CreateUserPool adds a prefix to the names of custom attributes and stores their limits', async () => {
  const limits = { StringAttributeConstraints: { MinLength: '2' }, NumberAttributeConstraints: { MaxValue: '20' } }
  const pool = await create([
    { Name: 'curso', AttributeDataType: 'String', ...limits },
    { Name: 'nota', AttributeDataType: 'Number', ...limits, Mutable: false },
    { Name: 'ativo', AttributeDataType: 'Boolean', ...limits },
    { Name: 'livre', AttributeDataType: 'String' },
    { Name: 'interno', AttributeDataType: 'String', DeveloperOnlyAttribute: true },
    { Name: 'email', AttributeDataType: 'String', Required: true, Mutable: false },
  ])
  const common = { DeveloperOnlyAttribute: false, Mutable: true, Required: false }
  const text = { AttributeDataType: 'String', ...common }
  expect(own(pool)).toEqual([
    { Name: 'custom:curso', ...text, StringAttributeConstraints: { MinLength: '2' } },
    {
      Name: 'custom:nota',
      ...common,
      AttributeDataType: 'Number',
      Mutable: false,
      NumberAttributeConstraints: { MaxValue: '20' },
    },
    { Name: 'custom:ativo', ...common, AttributeDataType: 'Boolean' },
    { Name: 'custom:livre', ...text, StringAttributeConstraints: {} },
    { Name: 'dev:custom:interno', ...text, DeveloperOnlyAttribute: true, StringAttributeConstraints: {} },
  ])
  expect(pool.SchemaAttributes.find(({ Name }) => Name === 'email')).toMatchObject({ Required: true, Mutable: false })
})

const text = (Name: string, StringAttributeConstraints: object) => ({
  Name,
  AttributeDataType: 'String',
  StringAttributeConstraints,
})
const number = (NumberAttributeConstraints: object) => ({
  Name: 'updated_at',
  AttributeDataType: 'Number',
  NumberAttributeConstraints,
})

const STANDARD =
  'You can not change AttributeDataType or set developerOnlyAttribute for standard schema attribute email'

// The authors of moto recorded the expected messages.
test.each([
  [{ Name: 'a' }, 'Invalid AttributeDataType input, consider using the provided AttributeDataType enum.'],
  [
    { Name: 'a', AttributeDataType: 'String', Required: true },
    'Required custom attributes are not supported currently.',
  ],
  [{ Name: 'email', AttributeDataType: 'Number' }, STANDARD],
  [{ Name: 'email', DeveloperOnlyAttribute: true }, STANDARD],
  [text('email', { MinLength: 'x' }), 'Invalid StringAttributeConstraints for schema attribute email'],
  [text('email', { MaxLength: '' }), 'Invalid StringAttributeConstraints for schema attribute email'],
  [number({ MinValue: 'x' }), 'Invalid NumberAttributeConstraints for schema attribute updated_at'],
  [text('email', { MinLength: '2049' }), 'user.email: String attributes cannot have a length of more than 2048'],
  [text('email', { MaxLength: '2049' }), 'user.email: String attributes cannot have a length of more than 2048'],
  [text('email', { MinLength: '2', MaxLength: '1' }), 'user.email: Max length cannot be less than min length.'],
  [number({ MinValue: '2', MaxValue: '1' }), 'user.updated_at: Max value cannot be less than min value.'],
])('CreateUserPool rejects the attribute %j', async (attribute, message) => {
  await expect(create([attribute])).rejects.toMatchObject({ code: 'InvalidParameterException', message })
})

test('AddCustomAttributes adds an attribute for users, and rejects an attribute that already exists', async () => {
  const { Id: UserPoolId } = await create()
  const add = (Name: string) =>
    call(emulator, 'AddCustomAttributes', { UserPoolId, CustomAttributes: [{ Name, AttributeDataType: 'String' }] })
  const invite = () =>
    call(emulator, 'AdminCreateUser', {
      UserPoolId,
      Username: 'ana',
      UserAttributes: [{ Name: 'custom:curso', Value: 'fisica' }],
    })
  await expect(invite()).rejects.toMatchObject({ code: 'InvalidParameterException' })
  await add('curso')
  await expect(invite()).resolves.toHaveProperty('User')
  await expect(add('curso')).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'custom:curso: Existing attribute already has name custom:curso.',
  })
})
