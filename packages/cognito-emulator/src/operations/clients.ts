import { randomBytes } from 'node:crypto'

import type { Services } from '../services.ts'
import type { Input, Operations, Output } from './operation.ts'

/** App clients made at run time; they outlive the process when there is a data file. */
export const clientOperations: Operations = {
  CreateUserPoolClient: createUserPoolClient,
  DescribeUserPoolClient: describeUserPoolClient,
}

function createUserPoolClient(
  { pools, clock }: Pick<Services, 'pools' | 'clock'>,
  { GenerateSecret, ...input }: Input<'CreateUserPoolClient'>,
): Output<'CreateUserPoolClient'> {
  const pool = pools.get(input.UserPoolId)
  const nowSeconds = clock.nowMs() / 1000
  const client = pools.putClient(pool, {
    ...input,
    ClientId: randomBytes(13).toString('hex'),
    ClientSecret: GenerateSecret ? randomBytes(32).toString('base64url') : undefined,
    CreationDate: nowSeconds,
    LastModifiedDate: nowSeconds,
  })
  return { UserPoolClient: client.description }
}

function describeUserPoolClient(
  { pools }: Pick<Services, 'pools'>,
  { UserPoolId, ClientId }: Input<'DescribeUserPoolClient'>,
): Output<'DescribeUserPoolClient'> {
  return { UserPoolClient: pools.getClient(pools.get(UserPoolId), ClientId).description }
}
