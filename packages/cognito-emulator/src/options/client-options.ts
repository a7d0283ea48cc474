import { z } from 'zod'

import type { Checks, OrUndefined } from './checks.ts'

const seconds = z.number().positive()
const names = z.array(z.string().min(1))

/** The flows of an app client without options. */
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
 * An app client. Without options it allows every flow.
 *
 * @example
 * const server: ClientConfig = { id: 'server', secret: 'segredo', refreshTokenRotation: { graceSeconds: 10 } }
 */
export type ClientConfig = {
  id: string
  /** When set, every request must prove it: SECRET_HASH, or the secret itself where the service asks for that. */
  secret?: string
  /** As in CreateUserPoolClient (`ALLOW_USER_SRP_AUTH`, …). Default: every flow. */
  explicitAuthFlows?: string[]
  /** Refresh tokens are exchanged for new ones; the old one still works for `graceSeconds` (0–60). */
  refreshTokenRotation?: { graceSeconds: number }
  /** Default: the pool's setting. */
  preventUserExistenceErrors?: boolean
  /** Lifetimes. Defaults of the service: 3600, 3600, 30 days, 180. */
  accessTokenSeconds?: number
  idTokenSeconds?: number
  refreshTokenSeconds?: number
  authSessionSeconds?: number
  name?: string
  /** Attributes that a user sees and changes with this client's tokens. Default: all of the pool. */
  readAttributes?: string[]
  writeAttributes?: string[]
  /** Where the sign-in page may lead to, exactly as given. */
  callbackUrls?: string[]
  logoutUrls?: string[]
  /** Where it leads to when the request does not say. */
  defaultRedirectUri?: string
  /** OAuth 2.0 grants. Default: none by the service's API; `code` where there are `callbackUrls`. */
  oauthFlows?: ('code' | 'implicit' | 'client_credentials')[]
  oauthScopes?: string[]
  /** False: tokens carry no `origin_jti`, and RevokeToken refuses them. Default true. */
  revocation?: boolean
}

/** The check of a {@link ClientConfig}. */
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
  revocation: z.boolean().optional(),
} satisfies Checks<ClientConfig>)
