import { expect, test } from 'vitest'

import { signRequest } from './signature.ts'

test('signRequest creates the same signature as botocore', () => {
  const request = {
    url: new URL('https://cognito-idp.eu-west-1.amazonaws.com/'),
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.CreateUserPool',
    },
    body: '{"PoolName":"turma"}',
  }
  const credentials = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', // example key in AWS's documentation
    sessionToken: 'token',
  }
  expect(signRequest(request, credentials, { region: 'eu-west-1', nowMs: Date.UTC(2026, 10, 3, 4, 5, 6) })).toEqual({
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'AWSCognitoIdentityProviderService.CreateUserPool',
    'x-amz-date': '20261103T040506Z',
    'x-amz-security-token': 'token',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261103/eu-west-1/cognito-idp/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, Signature=cae45bcc0722514f7cd6150311773d81c0fd92f82c2e391f834aab6cf3009747',
  })
})
