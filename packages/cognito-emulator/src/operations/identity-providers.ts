import { SOCIAL_TYPES } from '../options/identity-provider-options.ts'
import type { UserPoolConfig } from '../options/pool-options.ts'
import type { Pool } from '../pools/pools.ts'
import { invalidParameter, resourceNotFound, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Database } from '../storage/database.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'

/** An identity provider of a pool, in the format of DescribeIdentityProvider. */
export type IdentityProvider = NonNullable<Output<'DescribeIdentityProvider'>['IdentityProvider']> & {
  ProviderName: string
}
type ProviderServices = Pick<Services, 'pools' | 'database' | 'clock'>

/** Operations on the identity providers of a pool. */
export const identityProviderOperations: Operations = {
  CreateIdentityProvider: createIdentityProvider,
  DescribeIdentityProvider: (services, input) => ({ IdentityProvider: namedProvider(services, input) }),
  UpdateIdentityProvider: updateIdentityProvider,
  DeleteIdentityProvider: deleteIdentityProvider,
  ListIdentityProviders: listIdentityProviders,
  GetIdentityProviderByIdentifier: getIdentityProviderByIdentifier,
}

type ProviderType = Input<'CreateIdentityProvider'>['ProviderType']
type Details = Record<string, string>

const SOCIAL_NAMES: ReadonlySet<string> = new Set(SOCIAL_TYPES)
/** Default attribute mapping of configured providers. */
const DEFAULT_MAPPING = { email: 'email', email_verified: 'email_verified', name: 'name' }
/** Details of configured test providers. */
const TEST_DETAILS = { client_id: 'emulator', client_secret: 'emulator', authorize_scopes: 'openid email profile' }

const CLIENT_KEYS = ['client_id', 'client_secret', 'authorize_scopes']
const NO_CLIENT = 'clientId, clientSecret and authorizeScopes are all required idp details.'
/** Details that the service requires for each provider type, with the error message for missing details. */
const REQUIRED_DETAILS: Partial<Record<ProviderType, { keys: string[]; message: string }>> = {
  Facebook: { keys: CLIENT_KEYS, message: NO_CLIENT },
  Google: { keys: CLIENT_KEYS, message: NO_CLIENT },
  LoginWithAmazon: { keys: CLIENT_KEYS, message: NO_CLIENT },
  SignInWithApple: {
    keys: ['client_id', 'team_id', 'key_id', 'private_key'],
    message: 'clientId, privateKey, teamId, and keyId are all required idp details.',
  },
  OIDC: {
    keys: ['client_id', 'authorize_scopes', 'oidc_issuer', 'attributes_request_method'],
    message: 'clientId, authorizeScopes, oidcIssuer and attributesRequestMethod are all required idp details.',
  },
}

/** @throws {ServiceError} InvalidParameterException */
function checkDetails(type: ProviderType, details: Details): void {
  const required = REQUIRED_DETAILS[type]
  if (required && !required.keys.every((key) => details[key])) throw invalidParameter(required.message)
  if (type === 'OIDC' && !details['oidc_issuer']?.startsWith('https://')) {
    throw invalidParameter('OIDC endpoint must start with https://')
  }
  if (type !== 'SAML') return
  const sources = ['MetadataURL', 'MetadataFile'].filter((key) => details[key])
  if (sources.length === 0) {
    throw invalidParameter('At least one of the MetadataURL or MetadataFile should be provided.')
  }
  if (sources.length > 1) throw invalidParameter('Only one of the MetadataURL or MetadataFile should be provided.')
}

function createIdentityProvider(
  { pools, database, clock }: ProviderServices,
  input: Input<'CreateIdentityProvider'>,
): Output<'CreateIdentityProvider'> {
  const pool = pools.get(input.UserPoolId)
  const { ProviderName, ProviderType, ProviderDetails, AttributeMapping, IdpIdentifiers } = input
  if (ProviderType !== ProviderName && (SOCIAL_NAMES.has(ProviderName) || SOCIAL_NAMES.has(ProviderType))) {
    throw invalidParameter(`Provider ${ProviderName} cannot be of type ${ProviderType}.`)
  }
  checkDetails(ProviderType, ProviderDetails)
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
  if (input.ProviderDetails && known.ProviderType) checkDetails(known.ProviderType, input.ProviderDetails)
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
  const providers = providersOf(database, pools.get(UserPoolId))
  const provider = providers.find(({ IdpIdentifiers }) => IdpIdentifiers?.includes(IdpIdentifier))
  if (!provider) throw resourceNotFound(`Identity provider ${IdpIdentifier} does not exist.`)
  return { IdentityProvider: provider }
}

/**
 * Returns the provider with the given name.
 *
 * @throws {ServiceError} ResourceNotFoundException
 */
export function namedProvider(
  { pools, database }: Pick<Services, 'pools' | 'database'>,
  { UserPoolId, ProviderName }: { UserPoolId: string; ProviderName: string },
): IdentityProvider {
  const provider = providersIn(database).get(pools.get(UserPoolId).id, ProviderName)
  if (!provider) throw resourceNotFound(`Identity provider ${ProviderName} does not exist.`)
  return provider
}

/** Creates the configured providers of a pool. Overwrites earlier changes to the configured providers. */
export function seedIdentityProviders(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { id, identityProviders = [] }: UserPoolConfig,
): void {
  const nowSeconds = clock.nowMs() / 1000
  for (const { name, type, details = TEST_DETAILS, attributeMapping, identifiers } of identityProviders) {
    providersIn(database).put(id, name, {
      UserPoolId: id,
      ProviderName: name,
      ProviderType: type ?? SOCIAL_TYPES.find((social) => social === name) ?? 'OIDC',
      ProviderDetails: { ...details },
      AttributeMapping: attributeMapping ?? DEFAULT_MAPPING,
      IdpIdentifiers: identifiers,
      CreationDate: nowSeconds,
      LastModifiedDate: nowSeconds,
    })
  }
}

/** Returns the providers of a pool, sorted by name. */
export function providersOf(database: Database, { id }: Pick<Pool, 'id'>): IdentityProvider[] {
  return providersIn(database)
    .list(id)
    .map(({ value }) => value)
}

/** Whether the pool has a provider with this name. */
export function hasProvider(database: Database, poolId: string, name: string): boolean {
  return providersIn(database).get(poolId, name) !== undefined
}

const providersIn = (database: Database) => database.collection<IdentityProvider>('identity-provider')
