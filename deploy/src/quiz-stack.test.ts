import { expect, test } from 'vitest'

import { actionsOf, roleStatements } from '../test/policy.ts'
import { resources, soleId, stacksOf, synthesise } from '../test/synthesise.ts'

const template = synthesise()
const statements = roleStatements(template)

test('the function has exactly the permissions that it needs', () => {
  const table = { 'Fn::GetAtt': [soleId(template, 'AWS::DynamoDB::GlobalTable'), 'Arn'] }
  const ownStatistics = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['stats#*'] } }
  expect(statements).toEqual([
    {
      Effect: 'Allow',
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: { 'Fn::GetAtt': [expect.stringMatching(/^ApiFunctionLogs/), 'Arn'] },
    },
    { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: table },
    {
      Effect: 'Allow',
      Action: ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
      Resource: table,
      Condition: ownStatistics,
    },
  ])
})

test('the only role has no wildcard and no managed policy, and trusts Lambda', () => {
  const roles = resources(template, 'AWS::IAM::Role')
  expect(roles).toHaveLength(1)
  for (const { Properties } of roles) {
    expect(Properties).not.toHaveProperty('ManagedPolicyArns')
    expect(JSON.stringify(Properties['AssumeRolePolicyDocument'])).toContain('lambda.amazonaws.com')
  }
  expect(statements.flatMap(actionsOf).filter((action) => action.includes('*'))).toEqual([])
  expect(statements.map(({ Resource }) => JSON.stringify(Resource)).filter((text) => text.includes('*'))).toEqual([])
})

test('deleting the stack keeps only the resources that contain data', () => {
  const kept = Object.values(
    template.toJSON()['Resources'] as Record<string, { Type: string; DeletionPolicy?: string }>,
  )
    .filter(({ DeletionPolicy }) => DeletionPolicy === 'Retain')
    .map(({ Type }) => Type)
  expect(kept.toSorted()).toEqual(['AWS::Cognito::UserPool', 'AWS::DynamoDB::GlobalTable', 'AWS::S3::Bucket'])
})

test('the stack has termination protection', () => {
  expect(stacksOf().quiz.terminationProtection).toBe(true)
})

test('the stack has the outputs that the owner and the commands for publishing and importing need', () => {
  expect(Object.keys(template.findOutputs('*')).toSorted()).toEqual([
    'BucketName',
    'ClientId',
    'DistributionHost',
    'DistributionId',
    'Region',
    'SiteUrl',
    'TableName',
    'UserPoolId',
  ])
})
