import { invalidParameter, resourceNotFound, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Database } from '../storage/database.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'

/** Kept and described; nobody signs in by one. */
type IdentityProvider = NonNullable<Output<'DescribeIdentityProvider'>['IdentityProvider']> & { ProviderName: string }
type ProviderServices = Pick<Services, 'pools' | 'database' | 'clock'>

/** Providers outside of the pool, as whoever describes a pool's settings expects them. */
export const identityProviderOperations: Operations = {
  CreateIdentityProvider: createIdentityProvider,
  DescribeIdentityProvider: (services, input) => ({ IdentityProvider: namedProvider(services, input) }),
  UpdateIdentityProvider: updateIdentityProvider,
  DeleteIdentityProvider: deleteIdentityProvider,
  ListIdentityProviders: listIdentityProviders,
  GetIdentityProviderByIdentifier: getIdentityProviderByIdentifier,
}

/** Types that are names, too, and no other type's. */
const SOCIAL_TYPES = new Set(['Facebook', 'Google', 'LoginWithAmazon', 'SignInWithApple'])

function createIdentityProvider(
  { pools, database, clock }: ProviderServices,
  input: Input<'CreateIdentityProvider'>,
): Output<'CreateIdentityProvider'> {
  const pool = pools.get(input.UserPoolId)
  const { ProviderName, ProviderType, ProviderDetails, AttributeMapping, IdpIdentifiers } = input
  if (SOCIAL_TYPES.has(ProviderName) && ProviderType !== ProviderName) {
    throw invalidParameter(`Provider ${ProviderName} cannot be of type ${ProviderType}`)
  }
  if (providersIn(database).get(pool.id, ProviderName)) {
    const message = `A provider with the name ${ProviderName} already exists in the user pool.`
    throw new ServiceError('DuplicateProviderException', message)
  }
  const nowSeconds = clock.nowMs() / 1000
  const provider: IdentityProvider = {
    UserPoolId: pool.id,
    ProviderName,
    ProviderType,
    ProviderDetails,
    AttributeMapping,
    IdpIdentifiers,
    CreationDate: nowSeconds,
    LastModifiedDate: nowSeconds,
  }
  providersIn(database).put(pool.id, ProviderName, provider)
  return { IdentityProvider: provider }
}

function updateIdentityProvider(
  services: ProviderServices,
  input: Input<'UpdateIdentityProvider'>,
): Output<'UpdateIdentityProvider'> {
  const known = namedProvider(services, input)
  const provider: IdentityProvider = {
    ...known,
    ProviderDetails: input.ProviderDetails ?? known.ProviderDetails,
    AttributeMapping: input.AttributeMapping ?? known.AttributeMapping,
    IdpIdentifiers: input.IdpIdentifiers ?? known.IdpIdentifiers,
    LastModifiedDate: services.clock.nowMs() / 1000,
  }
  providersIn(services.database).put(input.UserPoolId, input.ProviderName, provider)
  return { IdentityProvider: provider }
}

function deleteIdentityProvider(
  services: ProviderServices,
  input: Input<'DeleteIdentityProvider'>,
): Record<string, never> {
  namedProvider(services, input)
  providersIn(services.database).delete(input.UserPoolId, input.ProviderName)
  return {}
}

function listIdentityProviders(
  { pools, database }: ProviderServices,
  { UserPoolId, MaxResults, NextToken }: Input<'ListIdentityProviders'>,
): Output<'ListIdentityProviders'> {
  const providers = providersIn(database).list(pools.get(UserPoolId).id)
  const { page, nextToken } = pageOf(providers, { limit: MaxResults, token: NextToken }, ({ id }) => id)
  const described = page.map(({ value: { ProviderName, ProviderType, CreationDate, LastModifiedDate } }) => ({
    ProviderName,
    ProviderType,
    CreationDate,
    LastModifiedDate,
  }))
  return { Providers: described, NextToken: nextToken }
}

function getIdentityProviderByIdentifier(
  { pools, database }: ProviderServices,
  { UserPoolId, IdpIdentifier }: Input<'GetIdentityProviderByIdentifier'>,
): Output<'GetIdentityProviderByIdentifier'> {
  const providers = providersIn(database).list(pools.get(UserPoolId).id)
  const found = providers.find(({ value }) => value.IdpIdentifiers?.includes(IdpIdentifier))
  if (!found) throw resourceNotFound(`Identity provider ${IdpIdentifier} does not exist.`)
  return { IdentityProvider: found.value }
}

/** A provider by its name. @throws {ServiceError} ResourceNotFoundException */
export function namedProvider(
  { pools, database }: Pick<Services, 'pools' | 'database'>,
  { UserPoolId, ProviderName }: { UserPoolId: string; ProviderName: string },
): IdentityProvider {
  const provider = providersIn(database).get(pools.get(UserPoolId).id, ProviderName)
  if (!provider) throw resourceNotFound(`Identity provider ${ProviderName} does not exist.`)
  return provider
}

/** Whether users of the pool may come from a provider of this name. */
export function hasProvider(database: Database, poolId: string, name: string): boolean {
  return providersIn(database).get(poolId, name) !== undefined
}

const providersIn = (database: Database) => database.collection<IdentityProvider>('identity-provider')
