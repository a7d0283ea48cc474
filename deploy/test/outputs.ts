import type { StackOutputs } from '../src/publish/outputs.ts'

/** Outputs of a stack that was never deployed. */
export const OUTPUTS: StackOutputs = {
  Region: 'sa-east-1',
  UserPoolId: 'sa-east-1_AbCdEfGhI',
  ClientId: '1example23456789',
  BucketName: 'revisa-bucket',
  SiteUrl: 'https://d111111abcdef8.cloudfront.net',
}
