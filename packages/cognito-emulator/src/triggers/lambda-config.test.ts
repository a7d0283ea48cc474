import { expect, test } from 'vitest'

import { BIA, call, claimsOf, createTestEmulator, type CallError } from '../../test/caller.ts'
import type { Lambdas } from './configuration.ts'

const ARN = 'arn:aws:lambda:us-east-1:123456789012:function:Trigger'

/** Creates a pool with a LambdaConfig and a client through the API. */
async function poolWith(lambdas: Lambdas, LambdaConfig: object) {
  const emulator = createTestEmulator({}, { lambdas })
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', {
    PoolName: 'p',
    LambdaConfig,
  })
  const { UserPoolClient } = await call<{ UserPoolClient: { ClientId: string } }>(emulator, 'CreateUserPoolClient', {
    UserPoolId: UserPool.Id,
    ClientName: 'c',
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  })
  return { emulator, UserPoolId: UserPool.Id, ClientId: UserPoolClient.ClientId }
}

async function signUpWith(lambdas: Lambdas, LambdaConfig: object) {
  const { emulator, ClientId } = await poolWith(lambdas, LambdaConfig)
  return call(emulator, 'SignUp', { ...BIA, ClientId })
}

const confirm: Lambdas[string] = ({ response }) => void (response.autoConfirmUser = true)

test.each([
  ['its ARN', { [ARN]: confirm }],
  ['its name', { Trigger: confirm }],
])('a function in LambdaConfig is replaced by the local function configured under %s', async (_case, lambdas) => {
  await expect(signUpWith(lambdas, { PreSignUp: ARN })).resolves.toMatchObject({ UserConfirmed: true })
})

test('a function with the name of a built-in object property has no local replacement', async () => {
  const PreSignUp = ARN.replace('Trigger', 'constructor')
  await expect(signUpWith({}, { PreSignUp })).rejects.toMatchObject({ code: 'UnexpectedLambdaException' })
})

test('calling a function without a local replacement fails with UnexpectedLambdaException', async () => {
  await expect(signUpWith({}, { PreSignUp: ARN })).rejects.toMatchObject({
    code: 'UnexpectedLambdaException',
    message: 'PreSignUp invocation failed due to error AccessDeniedException.',
  } satisfies Partial<CallError>)
})

test('a Lambda function that the option lambdas sets to false is not called', async () => {
  await expect(signUpWith({ Trigger: false }, { PreSignUp: ARN })).resolves.toMatchObject({ UserConfirmed: false })
})

test.each([
  ['PreTokenGeneration', { PreTokenGeneration: ARN }, '1'],
  ['PreTokenGenerationConfig with V2_0', { PreTokenGenerationConfig: { LambdaArn: ARN, LambdaVersion: 'V2_0' } }, '2'],
  ['PreTokenGenerationConfig with V3_0', { PreTokenGenerationConfig: { LambdaArn: ARN, LambdaVersion: 'V3_0' } }, '3'],
])('the pre-token event has the version that %s in LambdaConfig selects', async (_case, LambdaConfig, version) => {
  const received: string[] = []
  const Trigger: Lambdas[string] = (event, context) => {
    received.push(event.version, context.invokedFunctionArn, context.functionName)
    event.response.claimsOverrideDetails = { claimsToAddOrOverride: { spoken: 'first' } }
    event.response.claimsAndScopeOverrideDetails = {
      idTokenGeneration: { claimsToAddOrOverride: { spoken: 'second' } },
    }
  }
  const { emulator, UserPoolId, ClientId } = await poolWith({ Trigger }, LambdaConfig)
  await call(emulator, 'SignUp', { ...BIA, ClientId })
  await call(emulator, 'AdminConfirmSignUp', { UserPoolId, Username: 'bia' })
  const { AuthenticationResult: result } = await call<{ AuthenticationResult: { IdToken: string } }>(
    emulator,
    'InitiateAuth',
    { ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'bia', PASSWORD: BIA.Password } },
  )
  expect(received).toEqual([version, ARN, 'Trigger'])
  expect(claimsOf(result.IdToken)).toMatchObject({ spoken: version === '1' ? 'first' : 'second' })
})

test('the emulator calls a custom sender that LambdaConfig defines by ARN and version', async () => {
  const received: string[] = []
  const Trigger: Lambdas[string] = (event) => void received.push(event.triggerSource)
  const { emulator, UserPoolId } = await poolWith(
    { Trigger },
    {
      CustomEmailSender: { LambdaArn: ARN, LambdaVersion: 'V1_0' },
      KMSKeyID: 'arn:aws:kms:us-east-1:123456789012:key/a',
    },
  )
  await call(emulator, 'AdminCreateUser', {
    UserPoolId,
    Username: 'caio',
    UserAttributes: [{ Name: 'email', Value: 'caio@example.com' }],
    DesiredDeliveryMediums: ['EMAIL'],
  })
  expect(received).toEqual(['CustomEmailSender_AdminCreateUser'])
})

test('an invitation has the texts that were set through the API', async () => {
  const emulator = createTestEmulator()
  const { UserPool } = await call<{ UserPool: { Id: string } }>(emulator, 'CreateUserPool', {
    PoolName: 'p',
    AutoVerifiedAttributes: ['email'],
    AdminCreateUserConfig: {
      InviteMessageTemplate: { EmailSubject: 'Convite', EmailMessage: '{username}, a senha é {####}' },
    },
  })
  await call(emulator, 'AdminCreateUser', {
    UserPoolId: UserPool.Id,
    Username: 'caio',
    TemporaryPassword: 'Senha-456',
    DesiredDeliveryMediums: ['EMAIL'],
    UserAttributes: [{ Name: 'email', Value: 'caio@example.com' }],
  })
  expect(emulator.outbox).toMatchObject([{ subject: 'Convite', message: 'caio, a senha é Senha-456' }])
})
