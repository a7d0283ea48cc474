import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'

import type { Faults } from '../faults.ts'
import type { EmulatorOptions } from '../options.ts'
import { issuerOf } from '../pools.ts'
import { ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { failure } from './answers.ts'
import { callOperation, DroppedConnectionError } from './call-operation.ts'
import { controlRoutes } from './control-routes.ts'
import { closedToOtherOrigins, openToAllOrigins } from './door.ts'

const MAX_BODY_BYTES = 131_072
const JWKS_SECONDS = 300

/** The emulator's routes: the service's API, the pools' keys, and the controls under `/_emulator`. */
export function createHttpApp(services: Services, faults: Faults, options: EmulatorOptions): Hono {
  const app = new Hono()
  app.use(options.sameOrigin ? closedToOtherOrigins(options.allowedHosts) : openToAllOrigins())
  app.use(
    bodyLimit({
      maxSize: options.maxBodyBytes ?? MAX_BODY_BYTES,
      onError: () => failure(new ServiceError('SerializationException', 'The request body is too large.', 413)),
    }),
  )
  app.post('/', ({ req }) => callOperation(services, faults, options, req.raw))
  app.route('/_emulator', controlRoutes(services, faults, options))
  app.get('/:poolId/.well-known/jwks.json', async (context) => {
    const pool = services.pools.get(context.req.param('poolId'))
    const { publicJwk } = await services.signingKeys.of(pool.id)
    return context.json({ keys: [publicJwk] }, 200, { 'cache-control': `public, max-age=${JWKS_SECONDS}` })
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
  app.notFound(() => failure(new ServiceError('UnknownOperationException', 'There is nothing at this address.', 404)))
  app.onError((error) => {
    if (error instanceof DroppedConnectionError) throw error
    if (error instanceof ServiceError) return failure(error)
    console.error(error)
    return failure(new ServiceError('InternalErrorException', 'The emulator failed; its log says why.', 500))
  })
  return app
}
