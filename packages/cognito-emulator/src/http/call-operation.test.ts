import { expect, test } from 'vitest'

import { call, createTestEmulator } from '../../test/caller.ts'

test('an operation of the service that the emulator lacks says so', async () => {
  const missing = call(createTestEmulator(), 'CreateUserPoolReplica', {})
  await expect(missing).rejects.toMatchObject({
    code: 'NotImplementedException',
    message: 'The emulator does not have CreateUserPoolReplica yet.',
    status: 501,
  })
})

test('the header of a refusal stays short, however long the value that it shows', async () => {
  const body = JSON.stringify({ UserPoolId: 'x'.repeat(50_000) })
  const headers = { 'x-amz-target': 'AWSCognitoIdentityProviderService.DescribeUserPool' }
  const request = new Request('http://127.0.0.1/', { method: 'POST', body, headers })
  const response = await createTestEmulator().fetch(request)
  expect(response.headers.get('x-amzn-errormessage')?.length).toBeLessThanOrEqual(1024)
  expect(((await response.json()) as { message: string }).message.length).toBeGreaterThan(50_000)
})
