import { z } from 'zod'

import type { Checks, OrUndefined } from './checks.ts'

/** Provider types whose name is also the provider's name. */
export const SOCIAL_TYPES = ['Facebook', 'Google', 'LoginWithAmazon', 'SignInWithApple'] as const

/**
 * The pool's registration at a provider outside the emulator. The property names are the keys of the service's `ProviderDetails`.
 * The emulator reads the provider's URLs from the discovery document of `oidc_issuer`, unless all four URLs are set.
 *
 * @example
 * const keycloak: ProviderDetails = {
 *   client_id: 'pool',
 *   client_secret: 'segredo',
 *   oidc_issuer: 'http://127.0.0.1:8080/realms/school',
 * }
 */
export type ProviderDetails = {
  client_id: string
  client_secret?: string
  /** Requested scopes, separated by spaces. Default: `openid email profile`. */
  authorize_scopes?: string
  oidc_issuer: string
  /** HTTP method of the userinfo request. Default: `GET`. */
  attributes_request_method?: 'GET' | 'POST'
  authorize_url?: string
  token_url?: string
  attributes_url?: string
  jwks_uri?: string
}

const url = z.url({ protocol: /^https?$/ })
const details = z.strictObject({
  client_id: z.string().min(1),
  client_secret: z.string().min(1).optional(),
  authorize_scopes: z.string().min(1).optional(),
  oidc_issuer: url,
  attributes_request_method: z.enum(['GET', 'POST']).optional(),
  authorize_url: url.optional(),
  token_url: url.optional(),
  attributes_url: url.optional(),
  jwks_uri: url.optional(),
} satisfies Checks<ProviderDetails>)

/**
 * A user of a test provider. Besides the subject, the user can have other claims such as `email`.
 *
 * @example
 * const ana: ProviderUser = { sub: '1234', email: 'ana@example.com', email_verified: true }
 */
export type ProviderUser = { sub: string; [claim: string]: unknown }

/**
 * An identity provider of a pool. Without `details`, users sign in at a test provider that runs inside the emulator.
 *
 * @example
 * const school: IdentityProviderConfig = {
 *   name: 'School',
 *   attributeMapping: { email: 'email', 'custom:course': 'course' },
 *   users: [{ sub: '1234', email: 'ana@school.example', course: 'law' }],
 * }
 */
export type IdentityProviderConfig = {
  name: string
  /** Default: the provider's name if the name is a social type such as `Google`, otherwise `OIDC`. */
  type?: 'OIDC' | (typeof SOCIAL_TYPES)[number]
  /** Values of the parameter `idp_identifier` that select the provider, for example domains of e-mail addresses. */
  identifiers?: string[]
  /** Name of the claim for each mapped attribute of the pool. Default: `email`, `email_verified` and `name`. */
  attributeMapping?: Record<string, string>
  /** Users that can be selected on the test provider's page. The page also has fields for the claims of other users. */
  users?: ProviderUser[]
  /**
   * `Cross-Origin-Opener-Policy` header of the test provider's page. `same-origin` prevents the page from accessing the window
   * that opened the page.
   */
  crossOriginOpenerPolicy?: 'same-origin'
  /** The pool's registration at a provider outside the emulator. */
  details?: ProviderDetails
}

/** Schema of an {@link IdentityProviderConfig}. */
export const identityProviderCheck: z.ZodType<OrUndefined<IdentityProviderConfig>> = z.strictObject({
  name: z
    .string()
    .max(32)
    .regex(/^[^_\p{Z}][\p{L}\p{M}\p{S}\p{N}\p{P}]*$/u, 'must be a provider name without spaces'),
  type: z.enum(['OIDC', ...SOCIAL_TYPES]).optional(),
  identifiers: z.array(z.string().min(1).max(40)).optional(),
  attributeMapping: z.record(z.string(), z.string()).optional(),
  users: z.array(z.looseObject({ sub: z.string().min(1) })).optional(),
  crossOriginOpenerPolicy: z.literal('same-origin').optional(),
  details: details.optional(),
} satisfies Checks<IdentityProviderConfig>)
