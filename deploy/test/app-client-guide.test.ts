import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { UserPool } from 'aws-cdk-lib/aws-cognito'
import { expect, test } from 'vitest'

import { addWebClient } from './add-web-client.ts'

// These tests check the CDK and Terraform snippets of the client's guide. The client's own tests run the AWS CLI snippet.

const guide = readFileSync(resolve(import.meta.dirname, '../../packages/cognito-srp/docs/app-client.md'), 'utf8')

test("the guide's CDK snippet is the code of add-web-client.ts", () => {
  const code = readFileSync(resolve(import.meta.dirname, 'add-web-client.ts'), 'utf8')
  expect(guide).toContain(`\`\`\`ts\n${code}\`\`\`\n`)
})

test('the CDK snippet creates an app client with SRP, USER_AUTH, rotation and no secret', () => {
  const stack = new Stack()
  addWebClient(new UserPool(stack, 'Users'))
  Template.fromStack(stack).hasResourceProperties('AWS::Cognito::UserPoolClient', {
    ClientName: 'web',
    GenerateSecret: false,
    ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_USER_AUTH'],
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
  })
})

test('the Terraform snippet sets the same fields as the CDK snippet', () => {
  const snippet = /```hcl\n([^`]+)/.exec(guide)?.[1]?.replace(/ +/g, ' ')
  expect(snippet?.match(/^ *\w+ = .+$/gm)?.map((line) => line.trim())).toEqual([
    'user_pool_id = aws_cognito_user_pool.users.id',
    'name = "web"',
    'generate_secret = false',
    'explicit_auth_flows = ["ALLOW_USER_SRP_AUTH", "ALLOW_USER_AUTH"]',
    'prevent_user_existence_errors = "ENABLED"',
    'enable_token_revocation = true',
    'feature = "ENABLED"',
    'retry_grace_period_seconds = 60',
  ])
  expect(snippet).toMatch(/refresh_token_rotation \{\s+feature/)
})
