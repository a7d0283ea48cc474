import type { UserPoolClientType } from '@aws-sdk/client-cognito-identity-provider'

import { EVERY_FLOW, type ClientConfig } from '../options/client-options.ts'
import { omitUndefined } from '../wire.ts'
import type { Json } from '../wire.ts'

/** A client secret. A client has two secrets while it replaces one secret with the other. */
export type ClientSecret = { id: string; value: string; createdAtMs: number }

/** An app client as DescribeUserPoolClient returns it, with all of its secrets. */
export type ClientDescription = Json<UserPoolClientType> & { Secrets?: ClientSecret[] | undefined }

/**
 * An app client from the configuration or from the service's API. The emulator accepts each of the client's `secrets`.
 */
export type Client = ClientConfig & { secrets: string[]; description: ClientDescription }

export type TimeUnit = 'seconds' | 'minutes' | 'hours' | 'days'

const UNIT_SECONDS: Record<TimeUnit, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }
/** Default lifetimes of tokens and Sessions, in seconds. */
export const DEFAULT_SECONDS = { access: 3600, id: 3600, refresh: 2_592_000, authSession: 180 }
export const DEFAULT_FLOWS = ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH'] as const
/**
 * Legacy flow names and the flows that they allow. All legacy names allow refresh, and all except CUSTOM_AUTH_FLOW_ONLY
 * allow SRP.
 */
const OLD_NAMES: Record<string, string[]> = {
  ADMIN_NO_SRP_AUTH: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  USER_PASSWORD_AUTH: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  CUSTOM_AUTH_FLOW_ONLY: ['ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
}
/** Scopes that every pool has. */
export const OWN_SCOPES = ['openid', 'email', 'phone', 'profile', 'aws.cognito.signin.user.admin'] as const

export function toSeconds(count: number, unit: TimeUnit): number {
  return count * UNIT_SECONDS[unit]
}

/** Converts a client's description to the settings that control its behaviour. */
export function clientOf(description: ClientDescription): Client {
  const { TokenValidityUnits: units, RefreshTokenRotation: rotation } = description
  return {
    id: description.ClientId ?? '',
    explicitAuthFlows: withNewNames(description.ExplicitAuthFlows ?? [...DEFAULT_FLOWS]),
    preventUserExistenceErrors: description.PreventUserExistenceErrors === 'ENABLED',
    accessTokenSeconds: validity(
      description.AccessTokenValidity,
      units?.AccessToken ?? 'hours',
      DEFAULT_SECONDS.access,
    ),
    idTokenSeconds: validity(description.IdTokenValidity, units?.IdToken ?? 'hours', DEFAULT_SECONDS.id),
    refreshTokenSeconds: validity(
      description.RefreshTokenValidity,
      units?.RefreshToken ?? 'days',
      DEFAULT_SECONDS.refresh,
    ),
    authSessionSeconds: validity(description.AuthSessionValidity, 'minutes', DEFAULT_SECONDS.authSession),
    oauthFlows: description.AllowedOAuthFlowsUserPoolClient ? (description.AllowedOAuthFlows ?? []) : [],
    oauthScopes: description.AllowedOAuthScopes ?? [],
    revocation: description.EnableTokenRevocation ?? true,
    ...omitUndefined({
      name: description.ClientName,
      secret: description.ClientSecret,
      refreshTokenRotation:
        rotation?.Feature === 'ENABLED' ? { graceSeconds: rotation.RetryGracePeriodSeconds ?? 0 } : undefined,
      readAttributes: description.ReadAttributes,
      writeAttributes: description.WriteAttributes,
      callbackUrls: description.CallbackURLs,
      logoutUrls: description.LogoutURLs,
      defaultRedirectUri: description.DefaultRedirectURI,
    }),
    secrets: description.Secrets?.map(({ value }) => value) ?? [],
    description,
  }
}

function validity(count: number | undefined, unit: TimeUnit, defaultSeconds: number): number {
  return count ? toSeconds(count, unit) : defaultSeconds
}

function withNewNames(flows: string[]): string[] {
  return [...new Set(flows.flatMap((flow) => OLD_NAMES[flow] ?? [flow]))]
}

/**
 * Returns a configured client with its description. A client with `callbackUrls` but without `oauthFlows` and `oauthScopes`
 * allows the code grant with every built-in scope.
 */
export function configuredClient(config: ClientConfig, poolId: string, nowMs: number): Client {
  const { explicitAuthFlows, callbackUrls, oauthFlows = callbackUrls ? ['code'] : [] } = config
  const oauthScopes =
    config.oauthScopes ?? (oauthFlows.some((flow) => flow !== 'client_credentials') ? [...OWN_SCOPES] : [])
  const client = { ...config, oauthFlows, oauthScopes }
  if (explicitAuthFlows) client.explicitAuthFlows = withNewNames(explicitAuthFlows)
  const secrets = config.secret === undefined ? [] : [config.secret]
  return { ...client, secrets, description: show(client, poolId, nowMs) }
}

function show(client: ClientConfig, poolId: string, nowMs: number): ClientDescription {
  const { refreshTokenRotation: rotation, oauthFlows = [] } = client
  return {
    UserPoolId: poolId,
    ClientId: client.id,
    ClientName: client.name ?? client.id,
    ClientSecret: client.secret,
    Secrets: client.secret === undefined ? undefined : [newSecret(client.id, client.secret, nowMs)],
    CreationDate: nowMs / 1000,
    LastModifiedDate: nowMs / 1000,
    ExplicitAuthFlows: (client.explicitAuthFlows ?? [...EVERY_FLOW]) as ClientDescription['ExplicitAuthFlows'],
    PreventUserExistenceErrors: client.preventUserExistenceErrors ? 'ENABLED' : 'LEGACY',
    AccessTokenValidity: client.accessTokenSeconds ?? DEFAULT_SECONDS.access,
    IdTokenValidity: client.idTokenSeconds ?? DEFAULT_SECONDS.id,
    RefreshTokenValidity: client.refreshTokenSeconds ?? DEFAULT_SECONDS.refresh,
    TokenValidityUnits: { AccessToken: 'seconds', IdToken: 'seconds', RefreshToken: 'seconds' },
    AuthSessionValidity: (client.authSessionSeconds ?? DEFAULT_SECONDS.authSession) / 60,
    EnableTokenRevocation: client.revocation ?? true,
    RefreshTokenRotation: rotation && { Feature: 'ENABLED', RetryGracePeriodSeconds: rotation.graceSeconds },
    ReadAttributes: client.readAttributes,
    WriteAttributes: client.writeAttributes,
    CallbackURLs: client.callbackUrls,
    LogoutURLs: client.logoutUrls,
    DefaultRedirectURI: client.defaultRedirectUri,
    AllowedOAuthFlows: oauthFlows,
    AllowedOAuthScopes: client.oauthScopes,
    AllowedOAuthFlowsUserPoolClient: oauthFlows.length > 0,
    SupportedIdentityProviders: client.identityProviders,
  }
}

export function newSecret(clientId: string, value: string, createdAtMs: number): ClientSecret {
  return { id: `${clientId}--${Math.floor(createdAtMs / 1000)}`, value, createdAtMs }
}
