import { createHash } from 'node:crypto'

import type { IdentityProviderConfig } from '../options/identity-provider-options.ts'
import type { GroupConfig, ResourceServerConfig } from '../options/pool-options.ts'
import type { UserConfig } from '../options/user-options.ts'
import { clientOf, newSecret, type ClientDescription } from '../pools/client-description.ts'
import { describeNewClient, type NewClient } from '../pools/new-client.ts'
import { describeMfaConfig, describeNewPool, type NewPool } from '../pools/new-pool.ts'
import { settingsOf, type DescribedPool, type PoolDescription } from '../pools/pool-description.ts'
import { ServiceError } from '../service-error.ts'
import { validateInput } from '../service-model/validate-input.ts'
import { omitUndefined } from '../wire.ts'
import { isCreated, resolve, type Scope } from './resolve.ts'
import { TemplateError } from './template.ts'

/** A resource with resolved properties. */
type Resolved = { logicalId: string; path: string; properties: Record<string, unknown> }

const MAX_SECRET_LENGTH = 52

/**
 * Returns the user pools that CloudFormation would create from a template, with the defaults of the service's API. Each
 * pool includes its clients, groups, users, resource servers, identity providers and domain.
 *
 * @throws {TemplateError} if a value cannot be resolved or the service would reject it. The message contains the path of
 *   the value.
 */
export function poolsOfTemplate(scope: Scope, nowMs: number): DescribedPool[] {
  const parts: Parts = {
    clients: resolvedResources(scope, 'UserPoolClient'),
    servers: resolvedResources(scope, 'UserPoolResourceServer'),
    groups: resolvedResources(scope, 'UserPoolGroup'),
    users: resolvedResources(scope, 'UserPoolUser'),
    memberships: resolvedResources(scope, 'UserPoolUserToGroupAttachment'),
    domains: resolvedResources(scope, 'UserPoolDomain'),
    providers: resolvedResources(scope, 'UserPoolIdentityProvider', ['ProviderDetails']), // often secrets
  }
  return resolvedResources(scope, 'UserPool').map((pool) => poolWithParts(pool, parts, scope, nowMs))
}

/** Resources that belong to the pools of a template. */
type Parts = Record<'clients' | 'servers' | 'groups' | 'users' | 'memberships' | 'domains' | 'providers', Resolved[]>

function poolWithParts(pool: Resolved, parts: Parts, scope: Scope, nowMs: number): DescribedPool {
  const id = scope.refOf(pool.logicalId, { Type: 'AWS::Cognito::UserPool' })
  const own = (part: keyof Parts) => parts[part].filter(({ properties }) => properties['UserPoolId'] === id)
  const description = asService(pool, () => describePool(pool, id, scope.region, nowMs))
  const resourceServers = own('servers').map(toResourceServer)
  const scopes = resourceServers.flatMap(({ identifier, scopes: all }) =>
    all.map(({ name }) => `${identifier}/${name}`),
  )
  const [domain] = own('domains')
  const providers = own('providers').filter(({ properties }) => properties['ProviderType'] !== 'SAML')
  return {
    ...settingsOf(description),
    description,
    clients: own('clients').map((client) =>
      asService(client, () => clientOf(describeClient(client, { id, description, scopes }, scope, nowMs))),
    ),
    groups: own('groups').map(toGroup),
    resourceServers,
    users: own('users').map((user) => toUser(user, own('memberships'))),
    ...(providers.length > 0 && { identityProviders: providers.map(toIdentityProvider) }),
    ...(domain && { domain: String(domain.properties['Domain']) }),
  }
}

/** Returns the resources of a type that CloudFormation would create, without the properties in `ignored`. */
function resolvedResources(scope: Scope, type: string, ignored: string[] = []): Resolved[] {
  return Object.entries(scope.template.Resources)
    .filter(
      ([logicalId, resource]) =>
        resource.Type === `AWS::Cognito::${type}` && isCreated(resource, scope, `Resources.${logicalId}`),
    )
    .map(([logicalId, { Properties = {} }]) => {
      const path = `Resources.${logicalId}.Properties`
      const named = Object.fromEntries(Object.entries(Properties).filter(([name]) => !ignored.includes(name)))
      return { logicalId, path, properties: resolve(named, scope, path) as Record<string, unknown> }
    })
}

/**
 * Describes a pool. Some CloudFormation properties have a different name in CreateUserPool, or belong to
 * SetUserPoolMfaConfig.
 */
function describePool({ logicalId, properties }: Resolved, id: string, region: string, nowMs: number): PoolDescription {
  const { UserPoolName = logicalId, EnabledMfas = [], ...rest } = properties
  const factors = EnabledMfas as string[]
  const { MfaConfiguration, ...input } = validateInput('CreateUserPool', { ...rest, PoolName: UserPoolName }) as NewPool
  const identity = { id, region, nowMs }
  const isSetApart = factors.length > 0 || properties['WebAuthnRelyingPartyID'] !== undefined
  if (!isSetApart) return describeNewPool({ ...input, MfaConfiguration }, identity)

  const pool = describeNewPool(input, identity)
  const mfa = omitUndefined({
    MfaConfiguration,
    SoftwareTokenMfaConfiguration: factors.includes('SOFTWARE_TOKEN_MFA') ? { Enabled: true } : undefined,
    SmsMfaConfiguration: factors.includes('SMS_MFA')
      ? omitUndefined({
          SmsAuthenticationMessage: properties['SmsAuthenticationMessage'],
          SmsConfiguration: properties['SmsConfiguration'],
        })
      : undefined,
    EmailMfaConfiguration: factors.includes('EMAIL_OTP')
      ? omitUndefined({
          Message: properties['EmailAuthenticationMessage'],
          Subject: properties['EmailAuthenticationSubject'],
        })
      : undefined,
    WebAuthnConfiguration: omitUndefined({
      RelyingPartyId: properties['WebAuthnRelyingPartyID'],
      UserVerification: properties['WebAuthnUserVerification'],
      FactorConfiguration: properties['WebAuthnFactorConfiguration'],
    }),
  })
  const { UserPoolId: _id, ...config } = validateInput('SetUserPoolMfaConfig', { ...mfa, UserPoolId: id })
  return describeMfaConfig(pool, config, nowMs)
}

type PoolOfClient = { id: string; description: PoolDescription; scopes: string[] }

/** Describes a client. The client's secret is derived from the ids, so that the secret stays the same after a restart. */
function describeClient(
  { logicalId, properties }: Resolved,
  pool: PoolOfClient,
  scope: Scope,
  nowMs: number,
): ClientDescription {
  const { ClientName = logicalId, ...rest } = properties
  const input = validateInput('CreateUserPoolClient', { ...rest, UserPoolId: pool.id, ClientName })
  const { GenerateSecret, ...client } = input as NewClient & { GenerateSecret?: boolean }
  const ClientId = scope.refOf(logicalId, { Type: 'AWS::Cognito::UserPoolClient' })
  const secret = createHash('sha256').update(`${pool.id} ${ClientId}`).digest('hex').slice(0, MAX_SECRET_LENGTH)
  const lasting = {
    ClientId,
    CreationDate: nowMs / 1000,
    ...(GenerateSecret && { ClientSecret: secret, Secrets: [newSecret(ClientId, secret, nowMs)] }),
  }
  return describeNewClient(client, { lasting, pool, scopes: pool.scopes, isNew: true, nowMs })
}

function toGroup({ logicalId, properties }: Resolved): GroupConfig {
  const { GroupName = logicalId, Description, RoleArn, Precedence } = properties
  return {
    name: String(GroupName),
    ...omitUndefined({
      description: Description as string | undefined,
      roleArn: RoleArn as string | undefined,
      precedence: Precedence === undefined ? undefined : Number(Precedence),
    }),
  }
}

function toResourceServer({ properties }: Resolved): ResourceServerConfig {
  const { Identifier, Name = Identifier, Scopes = [] } = properties
  return {
    identifier: String(Identifier),
    name: String(Name),
    scopes: (Scopes as { ScopeName: string; ScopeDescription: string }[]).map(({ ScopeName, ScopeDescription }) => ({
      name: ScopeName,
      description: ScopeDescription,
    })),
  }
}

/** Returns an identity provider without its details, because users sign in at a test provider. */
function toIdentityProvider({ properties }: Resolved): IdentityProviderConfig {
  const { ProviderName, ProviderType, IdpIdentifiers, AttributeMapping = {} } = properties
  return {
    name: String(ProviderName),
    type: ProviderType as NonNullable<IdentityProviderConfig['type']>,
    attributeMapping: AttributeMapping as Record<string, string>,
    ...(IdpIdentifiers !== undefined && { identifiers: IdpIdentifiers as string[] }),
  }
}

/** Returns an invited user whose temporary password is unknown, like a user that CloudFormation creates. */
function toUser({ properties }: Resolved, memberships: Resolved[]): UserConfig {
  const { Username = '', UserAttributes = [] } = properties
  const attributes = (UserAttributes as { Name: string; Value: string }[]).map(
    ({ Name, Value }) => [Name, Value] as const,
  )
  const groups = memberships.filter((membership) => membership.properties['Username'] === Username)
  return {
    username: String(Username),
    attributes: Object.fromEntries(attributes),
    temporaryPassword: true,
    groups: groups.map((membership) => String(membership.properties['GroupName'])),
  }
}

/** Adds the resource's path to a service error. */
function asService<Result>({ path }: Resolved, describe: () => Result): Result {
  try {
    return describe()
  } catch (error) {
    if (error instanceof ServiceError) throw new TemplateError(path, error.message)
    throw error
  }
}
