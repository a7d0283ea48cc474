import * as z from 'zod/mini'

const AUTH_FLOWS = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'] as const

const envSchema = z.object({
  /** Base of the product API; a path on the same origin or an absolute address. */
  VITE_API_URL: z.string().check(z.minLength(1)),
  /** Where the identity service answers; empty means the pool's own regional endpoint. */
  VITE_IDENTITY_ENDPOINT: z._default(z.string(), ''),
  VITE_USER_POOL_ID: z.string().check(z.minLength(1)),
  VITE_CLIENT_ID: z.string().check(z.minLength(1)),
  VITE_PRODUCT_NAME: z._default(z.string().check(z.minLength(1)), 'Revisa'),
  VITE_PRODUCTION: z._default(z.enum(['true', 'false']), 'false'),
  /** Where students report a mistake in a question; empty means that they cannot. */
  VITE_REPORT_EMAIL: z._default(z.string().check(z.regex(/^([^\s@]+@[^\s@]+)?$/)), ''),
  /** How a sign-in starts; `USER_AUTH` lets the person choose among several first factors. */
  VITE_AUTH_FLOW: z._default(z.enum(AUTH_FLOWS), 'USER_SRP_AUTH'),
})

/** The checked configuration of the app. */
export type Env = {
  apiUrl: string
  identityEndpoint: string
  userPoolId: string
  clientId: string
  productName: string
  reportEmail: string
  isProduction: boolean
  authFlow: (typeof AUTH_FLOWS)[number]
}

/**
 * Reads the configuration that the build put into `import.meta.env`.
 *
 * @throws Error that names every variable that is missing or malformed.
 */
export function readEnv(source: unknown): Env {
  const parsed = envSchema.safeParse(source)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(
      `The app's configuration is not usable. Set these variables before building: ${problems.join('; ')}`,
    )
  }
  return {
    apiUrl: parsed.data.VITE_API_URL,
    identityEndpoint: parsed.data.VITE_IDENTITY_ENDPOINT,
    userPoolId: parsed.data.VITE_USER_POOL_ID,
    clientId: parsed.data.VITE_CLIENT_ID,
    productName: parsed.data.VITE_PRODUCT_NAME,
    reportEmail: parsed.data.VITE_REPORT_EMAIL,
    isProduction: parsed.data.VITE_PRODUCTION === 'true',
    authFlow: parsed.data.VITE_AUTH_FLOW,
  }
}
