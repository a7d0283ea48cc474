import { expect, test } from 'vitest'

import { roleStatements } from '../test/policy.ts'
import { REGION, resources, sole, synthesise } from '../test/synthesise.ts'

const table = sole(synthesise(), 'AWS::DynamoDB::GlobalTable')

test('the table has the keys that the DynamoDB store uses and is billed per request', () => {
  expect(table.Properties).toMatchObject({
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  })
})

test('the table is encrypted with a KMS key', () => {
  expect(table.Properties['SSESpecification']).toEqual({ SSEEnabled: true, SSEType: 'KMS' })
})

test('the table is in one region, can be restored to any second and has deletion protection', () => {
  expect(table.Properties['Replicas']).toMatchObject([
    {
      Region: REGION,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    },
  ])
})

test('the table denies requests without TLS', () => {
  const [replica] = table.Properties['Replicas'] as { ResourcePolicy: { PolicyDocument: { Statement: unknown } } }[]
  expect(replica?.ResourcePolicy.PolicyDocument.Statement).toEqual([
    {
      Effect: 'Deny',
      Principal: { AWS: '*' },
      Action: 'dynamodb:*',
      Resource: '*',
      Condition: { Bool: { 'aws:SecureTransport': 'false' } },
    },
  ])
})

test('the table is kept when the stack is deleted', () => {
  expect(table).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' })
})

test("a restored table replaces the stack's own table in the function's variables and permissions", () => {
  const restored = synthesise({ TABLE_NAME: 'revisa-restored' })
  expect(resources(restored, 'AWS::DynamoDB::GlobalTable')).toEqual([])
  restored.hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: { STORE: 'dynamodb:revisa-restored' } },
  })
  const [, read, change] = roleStatements(restored).map(({ Resource }) => JSON.stringify(Resource))
  expect(read).toContain(':table/revisa-restored"')
  expect(change).toBe(read)
})
