import { Hono, type Context } from 'hono'

import { ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { attributesInScope } from '../tokens/scopes.ts'
import { mayRead } from '../users/attributes.ts'

const BEARER = /^Bearer\s+(\S+)$/i
const NO_TOKEN = 'Bad OAuth2 request at UserInfo Endpoint'
const DEAD_TOKEN = 'Access token is expired, disabled, or deleted, or the user has globally signed out.'

/** Route that returns the attributes of a signed-in user to an application. */
export function userInfoRoutes(services: Services): Hono {
  const routes = new Hono()
  routes.on(['GET', 'POST'], '/oauth2/userInfo', (context) => answerUserInfo(services, context))
  return routes
}

async function answerUserInfo({ tokens }: Services, context: Context): Promise<Response> {
  const [, accessToken] = BEARER.exec(context.req.header('authorization') ?? '') ?? []
  if (accessToken === undefined) return refuse(context, 400, 'invalid_request', NO_TOKEN)
  try {
    const { caller, user, session } = await tokens.verify(accessToken, 'openid')
    // As documented by the service, every attribute is a string, even if the id token has a boolean.
    const attributes = attributesInScope(user.attributes, session.scopes ?? [])
    const readable = Object.entries(attributes).filter(([name]) => mayRead(caller.client, name))
    return context.json({ sub: user.sub, ...Object.fromEntries(readable), username: user.username })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const isNarrow = error.message === 'Access Token does not have required scopes'
    return refuse(context, 401, 'invalid_token', isNarrow ? 'Access token does not contain openid scope' : DEAD_TOKEN)
  }
}

function refuse(context: Context, status: 400 | 401, error: string, description: string): Response {
  context.header('www-authenticate', `Bearer error="${error}", error_description="${description}"`)
  return context.json({ error, error_description: description }, status)
}
