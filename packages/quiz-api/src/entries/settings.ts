import { isAddressRange } from '@cognito-srp/http-server'
import { Hono } from 'hono'
import { z } from 'zod'

import { createQuizApi } from '../app.ts'
import { remoteJwks, type ApiEnv } from '../http/access-token.ts'
import { isOrigin } from '../http/cors.ts'
import { askCognito } from '../http/revocation.ts'
import type { Logger } from '../http/request-log.ts'
import { openStore, STORE_ADDRESS } from '../store/open-store.ts'
import type { QuizStore } from '../store/quiz-store.ts'

/** Thrown when environment variables are missing or invalid. The message lists each variable with its expected value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly code = 'InvalidSettings'
}

/**
 * Cognito's issuers, in the original or the updated form. The capture group is the host that serves the user pool's
 * operations.
 */
const COGNITO_ISSUER = /^https:\/\/(?:issuer-)?(cognito-idp\.[\w-]+\.amazonaws\.com(?:\.cn)?)\//

const STORE_EXPECTED = '"sqlite:<file>" or "dynamodb:<table>"'

const ISSUER_EXPECTED =
  'the URL in the claim "iss", https://cognito-idp.<region>.amazonaws.com/<poolId>, or a list with commas'

const storeShape = {
  STORE: z.string(expected(STORE_EXPECTED)).regex(STORE_ADDRESS, expected(STORE_EXPECTED)),
  CREATE_TABLE: flag('false'),
}

const apiShape = {
  ...storeShape,
  ISSUER: z
    .string(expected(ISSUER_EXPECTED))
    .transform(splitList)
    .refine((issuers) => issuers.every((issuer) => URL.canParse(issuer)), expected(ISSUER_EXPECTED))
    .refine(areOfOnePool, expected('URLs of one user pool, which end in the same pool id')),
  CLIENT_IDS: z
    .string(expected('the ids of the app clients, separated by commas'))
    .transform(splitList)
    .refine((ids) => ids.every((id) => /^[\w+]{1,128}$/.test(id)), expected('ids of letters and digits')),
  JWKS_URL: z.url(expected('a URL; the default is <ISSUER>/.well-known/jwks.json')).optional(),
  CHECK_REVOCATION: flag('false'),
  COGNITO_ENDPOINT: z
    .url({ protocol: /^https?$/, ...expected('a URL; the default is the region of ISSUER') })
    .optional(),
  BASE_PATH: z
    .string()
    .regex(/^(\/[\w-]+)*$/, expected('a path like "/api"'))
    .default(''),
  WRITES_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  MAX_BODY_BYTES: wholeNumber(1_000, 100_000_000).optional(),
  SECURE_COOKIES: flag('true'),
  ALLOWED_ORIGINS: z
    .string()
    .transform(splitList)
    .refine(
      (origins) => origins.every(isOrigin),
      expected('origins like "https://revisa.example.com", separated by commas'),
    )
    .default([]),
}

const serverShape = {
  ...apiShape,
  PORT: wholeNumber(0, 65_535).default(8_081),
  HOST: host(),
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_HOST: host(),
  TRUSTED_PROXIES: z
    .string()
    .transform(splitList)
    .refine(
      (ranges) => ranges.every(isAddressRange),
      expected('IP addresses or CIDR ranges like "10.0.0.0/8", separated by commas'),
    )
    .default([]),
}

/** Settings of the store. The commands `import` and `export` need no other settings. */
export type StoreSettings = z.infer<z.ZodObject<typeof storeShape>>

/** Settings of the API on any platform. */
export type ApiSettings = z.infer<z.ZodObject<typeof apiShape>>

/** Settings of the API and of the server that runs it. */
export type ServerSettings = z.infer<z.ZodObject<typeof serverShape>>

/** Variables by name, as in `process.env`. An empty variable counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>

/** @throws SettingsError */
export function readStoreSettings(environment: Environment): StoreSettings {
  return read(z.object(storeShape), environment)
}

/** @throws SettingsError */
export function readApiSettings(environment: Environment): ApiSettings {
  return read(z.object(apiShape), environment)
}

/** @throws SettingsError */
export function readServerSettings(environment: Environment): ServerSettings {
  return read(z.object(serverShape), environment)
}

/**
 * Creates the API under its base path, as configured, and opens its store.
 *
 * @throws StoreUnavailableError
 * @throws SettingsError when CHECK_REVOCATION is true but the pool's endpoint is unknown
 */
export async function createConfiguredApi(
  settings: ApiSettings,
  log: Logger,
): Promise<{ api: Hono<ApiEnv>; store: QuizStore }> {
  const askPool = settings.CHECK_REVOCATION ? askCognito(endpointOf(settings)) : undefined
  const store = await openStore(settings.STORE, { createMissingTable: settings.CREATE_TABLE })
  const { ISSUER, CLIENT_IDS, JWKS_URL, WRITES_PER_MINUTE, MAX_BODY_BYTES } = settings
  const api = createQuizApi({
    store,
    log,
    issuer: ISSUER,
    clientIds: CLIENT_IDS,
    askPool,
    jwks: remoteJwks(JWKS_URL ?? `${ISSUER[0]}/.well-known/jwks.json`),
    secureCookies: settings.SECURE_COOKIES,
    allowedOrigins: settings.ALLOWED_ORIGINS,
    ...(WRITES_PER_MINUTE !== undefined && { writesPerMinute: WRITES_PER_MINUTE }),
    ...(MAX_BODY_BYTES !== undefined && { maxBodyBytes: MAX_BODY_BYTES }),
  })
  return { api: new Hono<ApiEnv>().route(settings.BASE_PATH, api), store }
}

/** Endpoint of the pool's GetUser operation. @throws SettingsError when no setting determines it */
function endpointOf({ ISSUER, COGNITO_ENDPOINT }: ApiSettings): string {
  if (COGNITO_ENDPOINT !== undefined) return COGNITO_ENDPOINT
  const [, host] = COGNITO_ISSUER.exec(ISSUER[0] ?? '') ?? []
  if (host !== undefined) return `https://${host}/`
  throw new SettingsError(
    'Invalid environment variables:\n  COGNITO_ENDPOINT is not set: CHECK_REVOCATION=true needs it, because ISSUER is not a Cognito address',
  )
}

function read<Schema extends z.ZodType>(schema: Schema, environment: Environment): z.output<Schema> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(set)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
  throw new SettingsError(`Invalid environment variables:\n${lines.join('\n')}`)
}

/** Users of two pools can have the same name, so the API accepts the tokens of only one pool. */
function areOfOnePool(issuers: readonly string[]): boolean {
  return new Set(issuers.map((issuer) => issuer.split('/').pop())).size === 1
}

function splitList(text: string): string[] {
  return text.split(',').map((item) => item.trim())
}

function expected(what: string) {
  return {
    error: ({ input }: { input?: unknown }) =>
      `${input === undefined ? 'is not set' : 'is not valid'}: expected ${what}`,
  }
}

function host() {
  return z.string().min(1, expected('an address to listen on')).default('127.0.0.1')
}

function flag(byDefault: 'true' | 'false') {
  return z
    .enum(['true', 'false'] as const, expected('"true" or "false"'))
    .default(byDefault)
    .transform((text) => text === 'true')
}

function wholeNumber(least: number, most: number) {
  const message = expected(`a whole number from ${least} to ${most}`)
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message)
}
