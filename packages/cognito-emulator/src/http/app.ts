import { Hono } from 'hono'
import { z } from 'zod'

import type { Fault } from '../controls.ts'
import type { EmulatorOptions } from '../options.ts'
import { issuerOf } from '../pools.ts'
import { describeFailure } from '../printing.ts'
import { ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { errorResponse, PROTECTIVE_HEADERS } from './answers.ts'
import { readBodyText } from './body.ts'
import { callOperation, DroppedConnectionError, MAX_BODY_BYTES } from './call-operation.ts'
import { closedToOtherOrigins, closedToWebPages, openToAllOrigins } from './guard.ts'

const JWKS_SECONDS = 300
const MAX_STATUS = 599

const faultShape: z.ZodType<Fault> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delay'), delayMs: z.number().min(0) }),
  z.object({ kind: z.literal('drop') }),
  z.object({ kind: z.literal('drop-answer') }),
  z.object({ kind: z.literal('throttle'), retryAfterSeconds: z.number().min(0).exactOptional() }),
  z.object({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(MAX_STATUS),
    body: z.string().exactOptional(),
    contentType: z.string().exactOptional(),
  }),
])
const orderShape = z.object({
  operation: z.string().exactOptional(),
  times: z.number().int().min(1).exactOptional(),
  fault: faultShape,
})
const clockShape = z.object({ advanceSeconds: z.number().min(0) })

/** The emulator's routes: the service's API, the pools' keys, and the controls under `/_emulator`. */
export function createHttpApp(services: Services, options: EmulatorOptions): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of Object.entries(PROTECTIVE_HEADERS)) if (!headers.has(name)) headers.set(name, value)
  })
  app.route('/_emulator', controlRoutes(services, options))
  app.use(options.sameOrigin ? closedToOtherOrigins(options) : openToAllOrigins())
  app.post('/', ({ req }) => callOperation(services, options, req.raw))
  app.get('/:poolId/.well-known/jwks.json', async (context) => {
    const pool = services.pools.get(context.req.param('poolId'))
    return context.json({ keys: await services.tokens.publicJwks(pool) }, 200, {
      'cache-control': `public, max-age=${JWKS_SECONDS}`,
    })
  })
  app.get('/:poolId/.well-known/openid-configuration', (context) => {
    const issuer = issuerOf(services.pools.get(context.req.param('poolId')))
    return context.json({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code', 'token'],
      scopes_supported: ['openid', 'email', 'phone', 'profile'],
      subject_types_supported: ['public'],
    })
  })
  app.notFound(nothingHere)
  app.onError((error) => {
    if (error instanceof DroppedConnectionError) throw error
    if (error instanceof ServiceError) return errorResponse(error)
    console.error(describeFailure('A request failed', error))
    return errorResponse(new ServiceError('InternalErrorException', 'The emulator failed; its log says why.', 500))
  })
  return app
}

/** What a test does from another process: read the outbox, move the clock, order faults. */
function controlRoutes(
  { clock, outbox, faults }: Pick<Services, 'clock' | 'outbox' | 'faults'>,
  options: EmulatorOptions,
): Hono {
  const routes = new Hono()
  routes.use(closedToWebPages(options))
  routes.get('/outbox', (context) => context.json(outbox))
  routes.delete('/outbox', (context) => {
    outbox.length = 0
    return context.body(null, 204)
  })
  routes.post('/clock', async (context) => {
    const { data, error } = clockShape.safeParse(await readJson(context.req.raw))
    if (error) return context.json({ message: z.prettifyError(error) }, 400)
    clock.advance(data.advanceSeconds)
    return context.json({ nowMs: clock.nowMs() })
  })
  routes.post('/faults', async (context) => {
    const { data, error } = orderShape.safeParse(await readJson(context.req.raw))
    if (error) return context.json({ message: z.prettifyError(error) }, 400)
    faults.order(data)
    return context.body(null, 204)
  })
  routes.delete('/faults', (context) => {
    faults.clear()
    return context.body(null, 204)
  })
  routes.all('*', nothingHere) // what follows answers the pages of every origin
  return routes
}

function nothingHere(): Response {
  return errorResponse(new ServiceError('UnknownOperationException', 'There is nothing at this address.', 404))
}

async function readJson(request: Request): Promise<unknown> {
  const text = await readBodyText(request, MAX_BODY_BYTES)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
