import { Hono } from 'hono'

import { remoteJwks } from '../auth/remote-jwks.ts'
import type { ApiEnv } from '../http/api-env.ts'
import { createQuizApi } from '../http/quiz-api.ts'
import type { Logger } from '../http/request-log.ts'
import { openStore } from '../store/open-store.ts'
import type { QuizStore } from '../store/quiz-store.ts'
import type { ApiSettings } from './settings.ts'

/**
 * The API as its settings say, under its base path, and the store it uses.
 *
 * @throws StoreUnavailableError
 */
export async function compose(settings: ApiSettings, log: Logger): Promise<{ api: Hono<ApiEnv>; store: QuizStore }> {
  const store = await openStore(settings.STORE, { createMissingTable: settings.CREATE_TABLE })
  const { ISSUER, CLIENT_IDS, JWKS_URL, WRITES_PER_MINUTE, MAX_BODY_BYTES, SECURE_COOKIES } = settings
  const api = createQuizApi({
    store,
    log,
    issuer: ISSUER,
    clientIds: CLIENT_IDS,
    jwks: remoteJwks(JWKS_URL ?? `${ISSUER}/.well-known/jwks.json`),
    secureCookies: SECURE_COOKIES,
    ...(WRITES_PER_MINUTE !== undefined && { writesPerMinute: WRITES_PER_MINUTE }),
    ...(MAX_BODY_BYTES !== undefined && { maxBodyBytes: MAX_BODY_BYTES }),
  })
  return { api: new Hono<ApiEnv>().route(settings.BASE_PATH, api), store }
}
