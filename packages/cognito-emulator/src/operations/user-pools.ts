import { addAttributes } from '../pools/new-attributes.ts'
import { newPoolId } from '../pools/new-ids.ts'
import { describeChangedPool, describeNewPool } from '../pools/new-pool.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import { describeDomains, domainsOf } from './domains.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'

/**
 * Operations on user pools. If the emulator has a data file, created pools and changes to configured pools survive a
 * restart.
 */
export const userPoolOperations: Operations = {
  CreateUserPool: createUserPool,
  DescribeUserPool: describeUserPool,
  UpdateUserPool: updateUserPool,
  DeleteUserPool: deleteUserPool,
  ListUserPools: listUserPools,
  AddCustomAttributes: addCustomAttributes,
}

type PoolServices = Pick<Services, 'pools' | 'users' | 'clock' | 'database'>

function createUserPool(services: PoolServices, input: Input<'CreateUserPool'>): Output<'CreateUserPool'> {
  const { pools, clock } = services
  const region = pools.regionOfNew()
  const description = describeNewPool(input, { id: newPoolId(region), region, nowMs: clock.nowMs() })
  return { UserPool: showPool(services, pools.create(description)) }
}

function describeUserPool(
  services: PoolServices,
  { UserPoolId }: Input<'DescribeUserPool'>,
): Output<'DescribeUserPool'> {
  return { UserPool: showPool(services, services.pools.get(UserPoolId)) }
}

function showPool({ users, database }: PoolServices, pool: Pool): NonNullable<Output<'DescribeUserPool'>['UserPool']> {
  // GetUserPoolMfaConfig returns these settings, but DescribeUserPool does not.
  const {
    SoftwareTokenMfaConfiguration: _apps,
    EmailMfaConfiguration: _email,
    WebAuthnConfiguration: _passkeys,
    ...shown
  } = pool.description
  return {
    ...shown,
    ...describeDomains(database, pool),
    EstimatedNumberOfUsers: users.count(pool),
  }
}

function updateUserPool({ pools, clock }: PoolServices, input: Input<'UpdateUserPool'>): Output<'UpdateUserPool'> {
  const pool = pools.get(input.UserPoolId)
  pools.update(pool, describeChangedPool(pool.description, input, clock.nowMs()))
  return {}
}

function deleteUserPool(
  { pools, database }: PoolServices,
  { UserPoolId }: Input<'DeleteUserPool'>,
): Output<'DeleteUserPool'> {
  const pool = pools.get(UserPoolId)
  if (pool.settings.deletionProtection) {
    throw invalidParameter(
      'The user pool cannot be deleted because deletion protection is activated. Deletion protection must be inactivated first.',
    )
  }
  if (domainsOf(database, pool).length > 0) {
    throw invalidParameter('User pool cannot be deleted. It has a domain configured that should be deleted first.')
  }
  pools.delete(pool)
  return {}
}

function listUserPools(
  { pools }: PoolServices,
  { MaxResults, NextToken }: Input<'ListUserPools'>,
): Output<'ListUserPools'> {
  const { page, nextToken } = pageOf(pools.list(), { limit: MaxResults, token: NextToken }, ({ id }) => id)
  return { UserPools: page.map(summarise), NextToken: nextToken }
}

function summarise({ description }: Pool): NonNullable<Output<'ListUserPools'>['UserPools']>[number] {
  const { Id, Name, LambdaConfig, LastModifiedDate, CreationDate } = description
  return { Id, Name, LambdaConfig, LastModifiedDate, CreationDate }
}

function addCustomAttributes(
  { pools, clock }: PoolServices,
  { UserPoolId, CustomAttributes }: Input<'AddCustomAttributes'>,
): Output<'AddCustomAttributes'> {
  const pool = pools.get(UserPoolId)
  pools.update(pool, {
    ...pool.description,
    SchemaAttributes: addAttributes(pool.description.SchemaAttributes ?? [], CustomAttributes),
    LastModifiedDate: clock.nowMs() / 1000,
  })
  return {}
}
