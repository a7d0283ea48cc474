import type { CreateUserPoolClientRequest } from '@aws-sdk/client-cognito-identity-provider'

import { invalidParameter, ServiceError } from '../service-error.ts'
import { omitUndefined } from '../wire.ts'
import type { Json } from '../wire.ts'
import { NEVER_WRITTEN_BY_CLIENTS } from './attribute-schema.ts'
import {
  DEFAULT_FLOWS,
  DEFAULT_SECONDS,
  OWN_SCOPES,
  toSeconds,
  type ClientDescription,
  type TimeUnit,
} from './client-description.ts'
import type { PoolDescription } from './pool-description.ts'

/** Input of CreateUserPoolClient, and the properties of a client in a template. */
export type NewClient = Omit<Json<CreateUserPoolClientRequest>, 'GenerateSecret' | 'ClientSecret' | 'ClientName'> & {
  ClientName?: string | undefined
}

const DAY_SECONDS = 86_400
/** Allowed lifetimes of tokens in seconds, and the default units of their settings (API reference). */
const RANGES = {
  AccessToken: { min: 300, max: DAY_SECONDS, unit: 'hours' },
  IdToken: { min: 300, max: DAY_SECONDS, unit: 'hours' },
  RefreshToken: { min: 3600, max: 3650 * DAY_SECONDS, unit: 'days' },
} as const
/** The flow that never replaces the refresh token. A client that rotates refresh tokens cannot allow this flow. */
const REFRESH = 'ALLOW_REFRESH_TOKEN_AUTH'
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Members of a client that an update does not change. */
export type LastingMembers = Pick<ClientDescription, 'ClientId' | 'ClientSecret' | 'Secrets' | 'CreationDate'>

/** Context of a client: its pool, the scopes of the pool's resource servers, and the members that an update keeps. */
export type ClientContext = {
  lasting: LastingMembers
  pool: PoolOfClient
  scopes: string[]
  isNew: boolean
  nowMs: number
}

type PoolOfClient = { description: PoolDescription }

/**
 * Describes a client. Missing members get the service's defaults, even in an update.
 *
 * @throws {ServiceError} InvalidParameterException, InvalidOAuthFlowException, ScopeDoesNotExistException,
 *   FeatureUnavailableInTierException
 */
export function describeNewClient(
  input: NewClient,
  { lasting, pool, scopes, isNew, nowMs }: ClientContext,
): ClientDescription {
  checkFlows(input)
  checkValidity(input)
  checkAttributes(input, pool.description, isNew)
  checkAddresses(input)
  checkTier(input, pool.description)
  checkOAuth(input, lasting, scopes)
  if (input.EnablePropagateAdditionalUserContextData && lasting.ClientSecret === undefined) {
    throw invalidParameter('EnablePropagateAdditionalUserContextData needs a client with a secret.')
  }
  return omitUndefined({
    ...omitUndefined(input),
    ...lasting,
    LastModifiedDate: nowMs / 1000,
    ExplicitAuthFlows: flowsOf(input),
    RefreshTokenValidity: input.RefreshTokenValidity || 30,
    TokenValidityUnits: input.TokenValidityUnits ?? {},
    PreventUserExistenceErrors: input.PreventUserExistenceErrors ?? 'LEGACY',
    AllowedOAuthFlowsUserPoolClient: input.AllowedOAuthFlowsUserPoolClient ?? false,
    EnableTokenRevocation: input.EnableTokenRevocation ?? true,
    EnablePropagateAdditionalUserContextData: input.EnablePropagateAdditionalUserContextData ?? false,
    AuthSessionValidity: input.AuthSessionValidity ?? 3,
  })
}

/** Returns the default flows if the list of flows is missing or empty. */
function flowsOf(input: NewClient): ClientDescription['ExplicitAuthFlows'] {
  if (input.ExplicitAuthFlows?.length) return input.ExplicitAuthFlows
  return DEFAULT_FLOWS.filter((flow) => !rotates(input) || flow !== REFRESH)
}

const rotates = ({ RefreshTokenRotation }: NewClient): boolean => RefreshTokenRotation?.Feature === 'ENABLED'

function checkFlows(input: NewClient): void {
  const flows = input.ExplicitAuthFlows ?? []
  const areNew = new Set(flows.map((flow) => flow.startsWith('ALLOW_')))
  if (areNew.size > 1) {
    throw invalidParameter('ExplicitAuthFlows with the prefix ALLOW_ cannot be used with those without it.')
  }
  if (rotates(input) && flows.includes(REFRESH)) {
    throw invalidParameter(`${REFRESH} is not a permitted ExplicitAuthFlow when refresh token rotation is enabled.`)
  }
}

function checkValidity(input: NewClient): void {
  const { AccessToken, IdToken, RefreshToken } = RANGES
  const units = input.TokenValidityUnits
  const refresh =
    secondsIn(input.RefreshTokenValidity, units?.RefreshToken ?? RefreshToken.unit) ?? DEFAULT_SECONDS.refresh
  const lifetimes = [
    { range: RefreshToken, lifetime: refresh },
    { range: AccessToken, lifetime: secondsIn(input.AccessTokenValidity, units?.AccessToken ?? AccessToken.unit) },
    { range: IdToken, lifetime: secondsIn(input.IdTokenValidity, units?.IdToken ?? IdToken.unit) },
  ]
  for (const { range, lifetime = range.min } of lifetimes) {
    if (lifetime < range.min || lifetime > range.max || lifetime > refresh) {
      throw invalidParameter('Invalid range for token validity.')
    }
  }
}

/** Returns undefined if the count is missing or 0, which means the default. */
function secondsIn(count: number | undefined, unit: TimeUnit): number | undefined {
  return count ? toSeconds(count, unit) : undefined
}

/** Rejects features that the pool's tier does not include. */
function checkTier(input: NewClient, { UserPoolTier }: PoolDescription): void {
  if (UserPoolTier !== 'LITE') return
  if (input.ExplicitAuthFlows?.includes('ALLOW_USER_AUTH') || rotates(input)) {
    throw new ServiceError(
      'FeatureUnavailableInTierException',
      'ALLOW_USER_AUTH and refresh token rotation are not available in the LITE tier.',
    )
  }
}

function checkAttributes(
  { ReadAttributes = [], WriteAttributes = [] }: NewClient,
  pool: PoolDescription,
  isNew: boolean,
): void {
  const schema = pool.SchemaAttributes ?? []
  const names = new Set(schema.map(({ Name }) => Name))
  const during = isNew ? 'creating' : 'updating'
  if (ReadAttributes.some((name) => !names.has(name))) {
    throw invalidParameter(`Invalid read attributes specified while ${during} a client`)
  }
  const canBeWritten = WriteAttributes.every((name) => names.has(name) && !NEVER_WRITTEN_BY_CLIENTS.has(name))
  // SignUp would always fail with a client that cannot write every required attribute.
  const canSignUp = schema.every(
    ({ Name = '', Required }) => !Required || NEVER_WRITTEN_BY_CLIENTS.has(Name) || WriteAttributes.includes(Name),
  )
  if (!canBeWritten || (WriteAttributes.length > 0 && !canSignUp)) {
    throw invalidParameter(`Invalid write attributes specified while ${during} a client`)
  }
}

/** Requires URIs with a scheme and without a fragment. Plain HTTP is allowed only for the local machine. */
function checkAddresses({ CallbackURLs = [], LogoutURLs = [], DefaultRedirectURI }: NewClient): void {
  for (const address of [...CallbackURLs, ...LogoutURLs]) {
    const url = URL.canParse(address) ? new URL(address) : undefined
    if (!url || address.includes('#')) throw invalidParameter(`Invalid redirect URI: ${address}`)
    if (url.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) {
      throw invalidParameter('cannot use the HTTP protocol.')
    }
  }
  if (DefaultRedirectURI !== undefined && !CallbackURLs.includes(DefaultRedirectURI)) {
    throw invalidParameter('DefaultRedirectURI must be in the CallbackURLs list.')
  }
}

function checkOAuth(input: NewClient, { ClientSecret }: LastingMembers, poolScopes: string[]): void {
  const { AllowedOAuthFlows: flows = [], AllowedOAuthScopes: scopes = [], CallbackURLs = [] } = input
  const known = new Set<string>([...OWN_SCOPES, ...poolScopes])
  const unknown = scopes.find((scope) => !known.has(scope))
  if (unknown !== undefined) throw new ServiceError('ScopeDoesNotExistException', `Invalid scope requested: ${unknown}`)
  if (input.AllowedOAuthFlowsUserPoolClient && (flows.length === 0 || scopes.length === 0)) {
    throw invalidParameter(
      'AllowedOAuthFlows and AllowedOAuthScopes are required if user pool client is allowed to use OAuth flows.',
    )
  }
  const forPeople = flows.some((flow) => flow !== 'client_credentials')
  if (input.AllowedOAuthFlowsUserPoolClient && forPeople && CallbackURLs.length === 0) {
    throw invalidOAuthFlow('code flow and implicit flow need at least one of CallbackURLs.')
  }
  if (flows.includes('client_credentials')) checkClientCredentials(forPeople, ClientSecret, scopes)
}

function checkClientCredentials(forPeople: boolean, secret: string | undefined, scopes: string[]): void {
  if (forPeople)
    throw invalidOAuthFlow('client_credentials flow can not be selected along with code flow or implicit flow')
  if (secret === undefined) {
    throw invalidOAuthFlow('client_credentials flow can not be selected if client does not have a client secret')
  }
  const ofPeople = scopes.find((scope) => OWN_SCOPES.some((own) => own === scope))
  if (ofPeople !== undefined) throw invalidOAuthFlow(`${ofPeople} is not supported with client_credentials flow`)
}

const invalidOAuthFlow = (message: string): ServiceError => new ServiceError('InvalidOAuthFlowException', message)
