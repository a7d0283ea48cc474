import { handle } from 'hono/aws-lambda'

import { jsonLogger } from '../http/request-log.ts'
import { createConfiguredApi, readApiSettings, type Environment } from './settings.ts'

type LambdaHandler = ReturnType<typeof handle>

/**
 * A handler for API Gateway events (REST and HTTP APIs, payload 1.0 and 2.0). The settings are read and the store is
 * opened by the first event and kept for those that follow; a failed start is tried again by the next event.
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

/** The entry that AWS Lambda calls. */
export const handler: LambdaHandler = createLambdaHandler(process.env)
