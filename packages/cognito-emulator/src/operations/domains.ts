import type { UserPoolConfig } from '../options/pool-options.ts'
import { ACCOUNT } from '../pools/pool-description.ts'
import type { Pool, PoolRegistry } from '../pools/pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Database } from '../storage/database.ts'
import type { Input, Operations, Output } from './operation.ts'

type DomainDescription = NonNullable<Output<'DescribeUserPoolDomain'>['DomainDescription']>
type KeptDomain = Pick<DomainDescription, 'CustomDomainConfig' | 'ManagedLoginVersion'>
type DomainServices = Pick<Services, 'pools' | 'database'>

const RESERVED_WORDS = ['aws', 'amazon', 'cognito']
const CLASSIC_PAGES = 1

/** Names of the service's pages. Here every pool's pages are at the emulator's own address too. */
export const domainOperations: Operations = {
  CreateUserPoolDomain: createUserPoolDomain,
  DescribeUserPoolDomain: describeUserPoolDomain,
  UpdateUserPoolDomain: updateUserPoolDomain,
  DeleteUserPoolDomain: deleteUserPoolDomain,
}

/** The domain of a pool. */
export function domainOf(database: Database, { id }: Pick<Pool, 'id'>): string | undefined {
  return domainsIn(database).list(id, { limit: 1 })[0]?.id
}

/** Makes the domain of a pool's configuration where the pool has none. */
export function seedDomain(database: Database, { id, domain }: UserPoolConfig): void {
  if (domain !== undefined && domainOf(database, { id }) === undefined) domainsIn(database).put(id, domain, {})
}

/** What the description of a pool says of its domain. */
export function describeDomain(database: Database, pool: Pick<Pool, 'id'>): { Domain?: string; CustomDomain?: string } {
  const [domain] = domainsIn(database).list(pool.id, { limit: 1 })
  if (!domain) return {}
  return domain.value.CustomDomainConfig ? { CustomDomain: domain.id } : { Domain: domain.id }
}

/** Whose pages a domain shows. */
export function poolOfDomain(
  { pools, database }: { pools: PoolRegistry; database: Database },
  domain: string,
): Pool | undefined {
  return pools.list().find((pool) => domainOf(database, pool) === domain)
}

function createUserPoolDomain(
  services: DomainServices,
  { UserPoolId, Domain, CustomDomainConfig, ManagedLoginVersion }: Input<'CreateUserPoolDomain'>,
): Output<'CreateUserPoolDomain'> {
  const pool = services.pools.get(UserPoolId)
  const reserved = CustomDomainConfig ? undefined : RESERVED_WORDS.find((word) => Domain.includes(word))
  if (reserved !== undefined) throw invalidParameter(`Domain cannot contain reserved word: ${reserved}`)
  if (poolOfDomain(services, Domain)) throw invalidParameter('Domain already associated with another user pool.')
  if (domainOf(services.database, pool) !== undefined) {
    throw invalidParameter('User pool already has a domain configured.')
  }
  return keepDomain(services, pool, Domain, { CustomDomainConfig, ManagedLoginVersion })
}

/** A domain that nobody has is described as nothing, without an error. */
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
  if (domainOf(services.database, pool) === Domain) return pool
  throw invalidParameter('No such domain or user pool exists.')
}

/** Where a domain's name would point. */
function cloudFrontDomain(domain: string): string {
  return `${Buffer.from(domain).toString('hex').slice(0, 14).padEnd(14, '0')}.cloudfront.net`
}

const domainsIn = (database: Database) => database.collection<KeptDomain>('domain')
