import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'

import { call, createTestEmulator, POOL_ID } from '../../test/caller.ts'

const emulator = createTestEmulator()
const pool = { UserPoolId: POOL_ID }
const ResourceArn = `arn:aws:cognito-idp:local:123456789012:userpool/${POOL_ID}`

test('tags of a pool can be added, listed and removed, and DescribeUserPool returns the tags', async () => {
  await call(emulator, 'TagResource', { ResourceArn, Tags: { stage: 'test', team: 'a' } })
  await call(emulator, 'TagResource', { ResourceArn, Tags: { team: 'b' } })
  expect(await call(emulator, 'ListTagsForResource', { ResourceArn })).toEqual({ Tags: { stage: 'test', team: 'b' } })
  await call(emulator, 'UntagResource', { ResourceArn, TagKeys: ['stage'] })
  expect(await call(emulator, 'DescribeUserPool', pool)).toMatchObject({ UserPool: { UserPoolTags: { team: 'b' } } })
  const unknown = { ResourceArn: ResourceArn.replace('Pool1', 'Pool2') }
  await expect(call(emulator, 'ListTagsForResource', unknown)).rejects.toMatchObject({
    code: 'ResourceNotFoundException',
  })
})

test('GetLogDeliveryConfiguration returns the stored configuration', async () => {
  expect(await call(emulator, 'GetLogDeliveryConfiguration', pool)).toEqual({
    LogDeliveryConfiguration: { ...pool, LogConfigurations: [] },
  })
  const LogConfigurations = [
    {
      LogLevel: 'ERROR',
      EventSource: 'userNotification',
      CloudWatchLogsConfiguration: { LogGroupArn: 'arn:aws:logs:us-east-1:123456789012:log-group:a' },
    },
  ]
  const expected = { LogDeliveryConfiguration: { ...pool, LogConfigurations } }
  expect(await call(emulator, 'SetLogDeliveryConfiguration', { ...pool, LogConfigurations })).toEqual(expected)
  expect(await call(emulator, 'GetLogDeliveryConfiguration', pool)).toEqual(expected)
})

test('SetRiskConfiguration stores and deletes the configuration of a client, and requires threat protection', async () => {
  const one = createTestEmulator()
  const CompromisedCredentialsRiskConfiguration = { Actions: { EventAction: 'BLOCK' } }
  const set = (more: object) => call(one, 'SetRiskConfiguration', { ...pool, ...more })
  const describe = (more: object = {}) =>
    call<{ RiskConfiguration: object }>(one, 'DescribeRiskConfiguration', { ...pool, ...more })
  await expect(set({ CompromisedCredentialsRiskConfiguration })).rejects.toMatchObject({
    code: 'UserPoolAddOnNotEnabledException',
  })
  await call(one, 'UpdateUserPool', {
    ...pool,
    UserPoolTier: 'PLUS',
    UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' },
  })
  await set({ ClientId: 'web', CompromisedCredentialsRiskConfiguration })
  expect(await describe({ ClientId: 'web' })).toMatchObject({
    RiskConfiguration: { CompromisedCredentialsRiskConfiguration },
  })
  expect(await describe()).toEqual({ RiskConfiguration: pool })
  await set({ ClientId: 'web' })
  expect(await describe({ ClientId: 'web' })).toEqual({ RiskConfiguration: { ...pool, ClientId: 'web' } })
  await expect(describe({ ClientId: 'other' })).rejects.toMatchObject({ code: 'ResourceNotFoundException' })
})

test('two calls to GetSigningCertificate return the same self-signed certificate', async () => {
  const certificateOf = async (UserPoolId: string) => {
    const answer = await call<{ Certificate: string }>(emulator, 'GetSigningCertificate', { UserPoolId })
    return new X509Certificate(Buffer.from(answer.Certificate, 'base64'))
  }
  const certificate = await certificateOf(POOL_ID)
  expect(certificate.subject).toBe(`CN=${POOL_ID}`)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(Date.parse(certificate.validTo) - Date.now()).toBeGreaterThan(9 * 365 * 24 * 3600_000)
  expect((await certificateOf(POOL_ID)).fingerprint256).toBe(certificate.fingerprint256)
})

test('SetUICustomization requires a domain', async () => {
  await expect(call(emulator, 'SetUICustomization', { ...pool, CSS: '.a {}' })).rejects.toMatchObject({
    code: 'InvalidParameterException',
    message: 'There has to be an existing domain associated with this user pool',
  })
  expect(await call(emulator, 'GetUICustomization', pool)).toEqual({ UICustomization: {} })
})
