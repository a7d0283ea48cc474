import type { Context } from 'hono'

import { baseUrlOf } from '../http/base-url.ts'
import { PageError } from '../oauth/errors.ts'
import { providersOf, type IdentityProvider } from '../operations/identity-providers.ts'
import type { EmulatorOptions } from '../options/emulator-options.ts'
import type { IdentityProviderConfig } from '../options/identity-provider-options.ts'
import type { Services } from '../services.ts'
import type { Grants } from './provider-grants.ts'
import type { ProviderTokens } from './provider-tokens.ts'

/** Route path of a test provider. */
export const PROVIDER_PATH = '/test-provider/:poolId/:name'

/** Services of the test providers. */
export type ProviderServices = Pick<Services, 'address' | 'clock' | 'database' | 'pools' | 'providerAnswers'> & {
  options: EmulatorOptions
  /** Completed sign-ins whose code has not been redeemed yet. */
  codes: Grants
  accessTokens: Grants
  idTokens: ProviderTokens
}

/** A request to a test provider. */
export type ProviderCall = {
  context: Context
  services: ProviderServices
  provider: IdentityProvider
  issuer: string
}

/** @throws {PageError} if the pool or the identity provider does not exist */
export function openProviderCall(services: ProviderServices, context: Context): ProviderCall {
  const pool = services.pools.find(context.req.param('poolId') ?? '')
  const name = context.req.param('name')
  const provider = pool && providersOf(services.database, pool).find(({ ProviderName }) => ProviderName === name)
  if (!provider) throw new PageError(`The test provider ${name} does not exist.`, 404)
  return { context, services, provider, issuer: testIssuerOf(provider, baseUrlOf(services.address, context.req.raw)) }
}

/** Returns the issuer of a test provider. */
export function testIssuerOf({ UserPoolId, ProviderName }: IdentityProvider, baseUrl: string): string {
  return `${baseUrl}test-provider/${UserPoolId}/${encodeURIComponent(ProviderName)}`
}

/** Returns the configuration of an identity provider, or undefined if the provider is not in the configuration. */
export function configOf(
  { userPools }: Pick<EmulatorOptions, 'userPools'>,
  { UserPoolId, ProviderName }: IdentityProvider,
): IdentityProviderConfig | undefined {
  return userPools.find(({ id }) => id === UserPoolId)?.identityProviders?.find(({ name }) => name === ProviderName)
}
