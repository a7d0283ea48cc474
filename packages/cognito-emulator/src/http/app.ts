import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'

import type { Fault } from '../controls.ts'
import type { EmulatorOptions } from '../options.ts'
import { issuerOf } from '../pools.ts'
import { ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { callOperation, DroppedConnectionError, errorResponse } from './call-operation.ts'
import { closedToOtherOrigins, isAdministrator, openToAllOrigins } from './guard.ts'

const MAX_BODY_BYTES = 131_072
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
  app.use(options.sameOrigin ? closedToOtherOrigins(options) : openToAllOrigins())
  app.use(
    bodyLimit({
      maxSize: options.maxBodyBytes ?? MAX_BODY_BYTES,
      onError: () => errorResponse(new ServiceError('SerializationException', 'The request body is too large.', 413)),
    }),
  )
  app.post('/', ({ req }) => callOperation(services, options, req.raw))
  app.route('/_emulator', controlRoutes(services, options))
  app.get('/:poolId/.well-known/jwks.json', async (context) => {
    const pool = services.pools.get(context.req.param('poolId'))
    return context.json({ keys: [await services.tokens.publicJwk(pool)] }, 200, {
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
  app.notFound(() =>
    errorResponse(new ServiceError('UnknownOperationException', 'There is nothing at this address.', 404)),
  )
  app.onError((error) => {
    if (error instanceof DroppedConnectionError) throw error
    if (error instanceof ServiceError) return errorResponse(error)
    console.error(error)
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
  routes.use(async (context, next) => {
    if (isAdministrator(context.req.raw.headers, options)) return next()
    return context.json({ message: 'These are the controls of the emulator: its administrator key is needed.' }, 403)
  })
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
  return routes
}

async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => undefined)
}
