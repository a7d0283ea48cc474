import { z } from 'zod'

import type { Checks, OrUndefined } from './checks.ts'

const seconds = z.number().positive()
const names = z.array(z.string().min(1))

/** Default flows of a configured app client. A client allows every flow by default. */
export const EVERY_FLOW: readonly string[] = [
  'ALLOW_USER_SRP_AUTH',
  'ALLOW_USER_PASSWORD_AUTH',
  'ALLOW_ADMIN_USER_PASSWORD_AUTH',
  'ALLOW_CUSTOM_AUTH',
  'ALLOW_USER_AUTH',
  'ALLOW_REFRESH_TOKEN_AUTH',
]
const AUTH_FLOWS = [...EVERY_FLOW, 'ADMIN_NO_SRP_AUTH', 'CUSTOM_AUTH_FLOW_ONLY', 'USER_PASSWORD_AUTH']
const authFlow = z.enum(AUTH_FLOWS, {
  error: ({ input }) => `${JSON.stringify(input)} is not a flow. The flows are ${AUTH_FLOWS.join(', ')}.`,
})

/**
 * An app client. By default, an app client allows every flow.
 *
 * @example
 * const server: ClientConfig = { id: 'server', secret: 'segredo', refreshTokenRotation: { graceSeconds: 10 } }
 */
export type ClientConfig = {
  id: string
  /** If set, the client must send SECRET_HASH, or the secret itself if the operation requires the secret. */
  secret?: string
  /** Allowed flows, as in CreateUserPoolClient (`ALLOW_USER_SRP_AUTH`, …). Default: every flow. */
  explicitAuthFlows?: string[]
  /** Enables the rotation of refresh tokens. A replaced token stays valid for `graceSeconds` (0–60). */
  refreshTokenRotation?: { graceSeconds: number }
  /** Default: the pool's setting. */
  preventUserExistenceErrors?: boolean
  /**
   * Lifetimes in seconds. Defaults, as in the service: 3600 for access and id tokens, 30 days for refresh tokens, 180 for
   * Sessions.
   */
  accessTokenSeconds?: number
  idTokenSeconds?: number
  refreshTokenSeconds?: number
  authSessionSeconds?: number
  name?: string
  /** Attributes that a user can read and write with this client's tokens. Default: all attributes of the pool. */
  readAttributes?: string[]
  writeAttributes?: string[]
  /** Allowed redirect URIs of the sign-in page. The URI in a request must match an allowed URI exactly. */
  callbackUrls?: string[]
  logoutUrls?: string[]
  /** Redirect URI for requests that do not contain one. */
  defaultRedirectUri?: string
  /**
   * OAuth 2.0 grants. Default: `code` if there are `callbackUrls`, otherwise none. Clients that are created through the
   * service's API have no grants by default.
   */
  oauthFlows?: ('code' | 'implicit' | 'client_credentials')[]
  oauthScopes?: string[]
  /**
   * Names of the identity providers that the pages offer. `COGNITO` stands for sign-in with a password. Default: `COGNITO`
   * and the configured providers of the pool.
   */
  identityProviders?: string[]
  /** If false, tokens have no `origin_jti` and RevokeToken rejects them. Default: true. */
  revocation?: boolean
}

/** Schema of a {@link ClientConfig}. */
export const clientCheck: z.ZodType<OrUndefined<ClientConfig>> = z.strictObject({
  id: z.string().regex(/^[\w+-]{1,128}$/),
  secret: z.string().min(1).optional(),
  explicitAuthFlows: z.array(authFlow).optional(),
  refreshTokenRotation: z.strictObject({ graceSeconds: z.number().min(0).max(60) }).optional(),
  preventUserExistenceErrors: z.boolean().optional(),
  accessTokenSeconds: seconds.optional(),
  idTokenSeconds: seconds.optional(),
  refreshTokenSeconds: seconds.optional(),
  authSessionSeconds: seconds.optional(),
  name: z.string().min(1).max(128).optional(),
  readAttributes: names.optional(),
  writeAttributes: names.optional(),
  callbackUrls: names.optional(),
  logoutUrls: names.optional(),
  defaultRedirectUri: z.string().optional(),
  oauthFlows: z.array(z.enum(['code', 'implicit', 'client_credentials'])).optional(),
  oauthScopes: names.optional(),
  identityProviders: names.optional(),
  revocation: z.boolean().optional(),
} satisfies Checks<ClientConfig>)
