import { expect, test } from 'vitest'

import { call, createTestEmulator } from '../../test/caller.ts'

test('an operation that the emulator does not implement fails with NotImplementedException', async () => {
  const missing = call(createTestEmulator(), 'CreateUserPoolReplica', {})
  await expect(missing).rejects.toMatchObject({
    code: 'NotImplementedException',
    message: 'The emulator does not implement CreateUserPoolReplica.',
    status: 501,
  })
})

test('the error message is truncated in the header and complete in the body', async () => {
  const body = JSON.stringify({ UserPoolId: 'x'.repeat(50_000) })
  const headers = { 'x-amz-target': 'AWSCognitoIdentityProviderService.DescribeUserPool' }
  const request = new Request('http://127.0.0.1/', { method: 'POST', body, headers })
  const response = await createTestEmulator().fetch(request)
  expect(response.headers.get('x-amzn-errormessage')?.length).toBeLessThanOrEqual(1024)
  expect(((await response.json()) as { message: string }).message.length).toBeGreaterThan(50_000)
})
