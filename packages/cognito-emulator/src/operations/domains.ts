import type { UserPoolConfig } from '../options/pool-options.ts'
import { ACCOUNT } from '../pools/pool-description.ts'
import type { Pool, PoolRegistry } from '../pools/pools.ts'
import { invalidParameter, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Database } from '../storage/database.ts'
import type { Input, Operations, Output } from './operation.ts'

type DomainDescription = NonNullable<Output<'DescribeUserPoolDomain'>['DomainDescription']>
type KeptDomain = Pick<DomainDescription, 'CustomDomainConfig' | 'ManagedLoginVersion'>
type DomainServices = Pick<Services, 'pools' | 'database'>

const RESERVED_WORDS = ['aws', 'amazon', 'cognito']
const CLASSIC_PAGES = 1
const MANAGED_LOGIN = 2
/** Region in which the certificates of custom domains must be stored, because CloudFront serves these domains. */
const CERTIFICATE_REGION = 'us-east-1'
const PREFIX = String.raw`^[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?$`

/** Operations on the domains of pools. The emulator also serves the pages of every pool at its own address. */
export const domainOperations: Operations = {
  CreateUserPoolDomain: createUserPoolDomain,
  DescribeUserPoolDomain: describeUserPoolDomain,
  UpdateUserPoolDomain: updateUserPoolDomain,
  DeleteUserPoolDomain: deleteUserPoolDomain,
}

/** Returns the domains of a pool: at most one prefix and one custom domain. */
export function domainsOf(database: Database, { id }: Pick<Pool, 'id'>): string[] {
  return domainsIn(database)
    .list(id)
    .map((domain) => domain.id)
}

/**
 * Creates a pool's configured domain if the pool does not have a domain yet. If no domain is configured and the pool
 * confirms accounts by link, creates a default domain.
 */
export function seedDomain(
  database: Database,
  { id, messages, domain = linkDomain(id, messages) }: UserPoolConfig,
): void {
  if (domain !== undefined && domainsOf(database, { id }).length === 0) domainsIn(database).put(id, domain, {})
}

function linkDomain(id: string, messages: UserPoolConfig['messages']): string | undefined {
  return messages?.verification?.byLink ? id.split('_')[1]?.toLowerCase() : undefined
}

/** Returns the domain fields of a pool's description. */
export function describeDomains(
  database: Database,
  pool: Pick<Pool, 'id'>,
): { Domain?: string; CustomDomain?: string } {
  const named = domainsOf(database, pool).map(
    (domain) => [isCustom(domain) ? 'CustomDomain' : 'Domain', domain] as const,
  )
  return Object.fromEntries(named)
}

/** Whether a domain is a custom domain. Only custom domains contain dots, because they are full host names. */
const isCustom = (domain: string): boolean => domain.includes('.')

/** Returns the pool to which a domain belongs. */
export function poolOfDomain(
  { pools, database }: { pools: PoolRegistry; database: Database },
  domain: string,
): Pool | undefined {
  return pools.list().find((pool) => domainsOf(database, pool).includes(domain))
}

function createUserPoolDomain(
  services: DomainServices,
  { UserPoolId, Domain, CustomDomainConfig, ManagedLoginVersion }: Input<'CreateUserPoolDomain'>,
): Output<'CreateUserPoolDomain'> {
  const pool = services.pools.get(UserPoolId)
  checkName(Domain, CustomDomainConfig)
  if (ManagedLoginVersion === MANAGED_LOGIN && pool.description.UserPoolTier === 'LITE') {
    throw new ServiceError(
      'FeatureUnavailableInTierException',
      'The following feature is not available for the LITE pricing tier configured: Managed Login Version 2',
    )
  }
  if (poolOfDomain(services, Domain)) throw invalidParameter('Domain already associated with another user pool.')
  if (domainsOf(services.database, pool).some((domain) => isCustom(domain) === isCustom(Domain))) {
    throw invalidParameter('User pool already has a domain configured.')
  }
  return keepDomain(services, pool, Domain, { CustomDomainConfig, ManagedLoginVersion })
}

/**
 * Checks a domain's name. A reserved word is rejected only as a complete part between hyphens.
 *
 * @throws {ServiceError} InvalidParameterException
 */
function checkName(domain: string, custom: KeptDomain['CustomDomainConfig']): void {
  if (custom) {
    if (!isCustom(domain)) throw invalidParameter('Custom domain is not a valid subdomain')
    if (custom.CertificateArn?.split(':')[3] === CERTIFICATE_REGION) return
    throw invalidParameter(
      "The specified SSL certificate doesn't exist, isn't in us-east-1 region, isn't valid, or doesn't include a valid certificate chain.",
    )
  }
  if (!new RegExp(PREFIX).test(domain)) {
    throw invalidParameter(
      `The domain name contains an invalid character. Domain names can only contain lower-case letters, numbers, and hyphens. Please enter a different name that follows this format: ${PREFIX}`,
    )
  }
  const reserved = RESERVED_WORDS.find((word) => domain.split('-').includes(word))
  if (reserved !== undefined) throw invalidParameter(`Domain cannot contain reserved word: ${reserved}`)
}

/** Describes a domain. The description of an unknown domain is empty. */
function describeUserPoolDomain(
  services: DomainServices,
  { Domain }: Input<'DescribeUserPoolDomain'>,
): Output<'DescribeUserPoolDomain'> {
  const pool = poolOfDomain(services, Domain)
  if (!pool) return { DomainDescription: {} }
  const kept = domainsIn(services.database).get(pool.id, Domain) ?? {}
  return {
    DomainDescription: {
      UserPoolId: pool.id,
      AWSAccountId: ACCOUNT,
      Domain,
      S3Bucket: `aws-cognito-prod-${pool.region}-assets`,
      CloudFrontDistribution: cloudFrontDomain(Domain),
      Version: '20260101000000',
      Status: 'ACTIVE',
      CustomDomainConfig: kept.CustomDomainConfig,
      ManagedLoginVersion: kept.ManagedLoginVersion ?? CLASSIC_PAGES,
    },
  }
}

function updateUserPoolDomain(
  services: DomainServices,
  { UserPoolId, Domain, CustomDomainConfig, ManagedLoginVersion }: Input<'UpdateUserPoolDomain'>,
): Output<'UpdateUserPoolDomain'> {
  const pool = ownerOf(services, { UserPoolId, Domain })
  const kept = domainsIn(services.database).get(pool.id, Domain)
  return keepDomain(services, pool, Domain, {
    CustomDomainConfig: CustomDomainConfig ?? kept?.CustomDomainConfig,
    ManagedLoginVersion: ManagedLoginVersion ?? kept?.ManagedLoginVersion,
  })
}

function deleteUserPoolDomain(
  services: DomainServices,
  input: Input<'DeleteUserPoolDomain'>,
): Output<'DeleteUserPoolDomain'> {
  domainsIn(services.database).delete(ownerOf(services, input).id, input.Domain)
  return {}
}

function keepDomain(
  { database }: DomainServices,
  pool: Pool,
  domain: string,
  kept: KeptDomain,
): Output<'CreateUserPoolDomain'> {
  domainsIn(database).put(pool.id, domain, kept)
  return {
    ManagedLoginVersion: kept.ManagedLoginVersion ?? CLASSIC_PAGES,
    CloudFrontDomain: kept.CustomDomainConfig && cloudFrontDomain(domain),
  }
}

function ownerOf(services: DomainServices, { UserPoolId, Domain }: { UserPoolId: string; Domain: string }): Pool {
  const pool = services.pools.get(UserPoolId)
  if (domainsOf(services.database, pool).includes(Domain)) return pool
  throw invalidParameter('No such domain or user pool exists.')
}

/** Returns a made-up CloudFront host name for a domain. */
function cloudFrontDomain(domain: string): string {
  return `${Buffer.from(domain).toString('hex').slice(0, 14).padEnd(14, '0')}.cloudfront.net`
}

const domainsIn = (database: Database) => database.collection<KeptDomain>('domain')
