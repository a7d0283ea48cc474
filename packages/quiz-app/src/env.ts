import * as z from 'zod/mini'

import { isThisMachine } from './api/this-machine.ts'

const AUTH_FLOWS = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'] as const

const REFRESH_FLOWS = ['GetTokensFromRefreshToken', 'REFRESH_TOKEN_AUTH'] as const

/** Pattern of a path or an http(s) address without a user name or a fragment. */
const API_URL = /^(?:\/|https?:\/\/[^\s/?#@]+(?:[/?]|$))[^\s#]*$/
const API_URL_EXPECTED = 'must be a path like "/api" or an http(s) address, without user name and fragment'

const envSchema = z.object({
  /** Base address of the product API: a path on the same origin or an absolute address. */
  VITE_API_URL: z.string().check(z.regex(API_URL, API_URL_EXPECTED)),
  /** Endpoint of the identity service; if empty, Cognito's endpoint for the pool's region. */
  VITE_IDENTITY_ENDPOINT: z.optional(z.string()),
  VITE_USER_POOL_ID: z.string().check(z.minLength(1)),
  VITE_CLIENT_ID: z.string().check(z.minLength(1)),
  VITE_PRODUCT_NAME: z.optional(z.string().check(z.minLength(1))),
  VITE_PRODUCTION: z.optional(z.literal(['true', 'false'])),
  /** E-mail address for reports of mistakes in questions; if empty, there is no report link. */
  VITE_REPORT_EMAIL: z.optional(z.string().check(z.regex(/^([^\s@]+@[^\s@]+)?$/))),
  /** Authentication flow of a sign-in; with `USER_AUTH` the user chooses among several first factors. */
  VITE_AUTH_FLOW: z.optional(z.literal(AUTH_FLOWS)),
  /** Request that refreshes tokens; `REFRESH_TOKEN_AUTH` is the specification's InitiateAuth. */
  VITE_REFRESH_FLOW: z.optional(z.literal(REFRESH_FLOWS)),
  /**
   * Maximum age, in seconds, of a sign-in that lets the user sign out everywhere without reauthenticating; if empty, any age.
   */
  VITE_SIGN_OUT_MAX_AGE_SECONDS: z.optional(z.string().check(z.regex(/^\d{0,9}$/))),
})

/** Validated configuration of the app. */
export type Env = {
  apiUrl: string
  identityEndpoint: string
  userPoolId: string
  clientId: string
  productName: string
  reportEmail: string
  isProduction: boolean
  authFlow: (typeof AUTH_FLOWS)[number]
  refreshFlow: (typeof REFRESH_FLOWS)[number]
  /** Maximum age of a sign-in that lets the user sign out everywhere without reauthenticating; null means any age. */
  signOutMaxAgeSeconds: number | null
}

/**
 * Reads the configuration that the build wrote to `import.meta.env`.
 *
 * @param pageUrl address of the app's page
 * @throws Error that lists the missing and malformed variables, or reports an API address that this page cannot use
 */
export function readEnv(source: unknown, pageUrl?: string): Env {
  const parsed = envSchema.safeParse(source)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The app's configuration is invalid. Set these variables before building: ${problems.join('; ')}`)
  }
  if (pageUrl !== undefined && isMixedContent(parsed.data.VITE_API_URL, pageUrl)) {
    throw new Error(
      'Browsers block requests from an https page to an http address: VITE_API_URL must begin with https.',
    )
  }
  const { VITE_SIGN_OUT_MAX_AGE_SECONDS: maxAge } = parsed.data
  return {
    apiUrl: parsed.data.VITE_API_URL,
    identityEndpoint: parsed.data.VITE_IDENTITY_ENDPOINT ?? '',
    userPoolId: parsed.data.VITE_USER_POOL_ID,
    clientId: parsed.data.VITE_CLIENT_ID,
    productName: parsed.data.VITE_PRODUCT_NAME ?? 'Revisa',
    reportEmail: parsed.data.VITE_REPORT_EMAIL ?? '',
    isProduction: parsed.data.VITE_PRODUCTION === 'true',
    authFlow: parsed.data.VITE_AUTH_FLOW ?? 'USER_SRP_AUTH',
    refreshFlow: parsed.data.VITE_REFRESH_FLOW ?? 'GetTokensFromRefreshToken',
    signOutMaxAgeSeconds: maxAge ? Number(maxAge) : null,
  }
}

/** Whether browsers block the API as mixed content. An API on this machine counts as secure. */
function isMixedContent(apiUrl: string, pageUrl: string): boolean {
  const page = new URL(pageUrl)
  const api = new URL(apiUrl, page)
  return page.protocol === 'https:' && api.protocol === 'http:' && !isThisMachine(api.hostname)
}
