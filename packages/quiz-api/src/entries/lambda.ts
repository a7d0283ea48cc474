import { handle } from 'hono/aws-lambda'

import { jsonLogger } from '../http/request-log.ts'
import { createConfiguredApi, readApiSettings, type Environment } from './settings.ts'

type LambdaHandler = ReturnType<typeof handle>

/**
 * Creates a handler for API Gateway events (REST and HTTP APIs, payload 1.0 and 2.0). The first event reads the
 * settings and opens the store, and later events reuse both. If the start fails, the next event tries again.
 */
export function createLambdaHandler(environment: Environment, log = jsonLogger()): LambdaHandler {
  let started: Promise<LambdaHandler> | null = null
  const start = async () => handle((await createConfiguredApi(readApiSettings(environment), log)).api)
  return async (event, context) => {
    started ??= start()
    const respond = await started.catch((error: unknown) => {
      started = null
      throw error
    })
    return respond(event, context)
  }
}

/** Entry point that AWS Lambda calls. */
export const handler: LambdaHandler = createLambdaHandler(process.env)
