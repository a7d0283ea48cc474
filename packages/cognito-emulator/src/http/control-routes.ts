import { Hono } from 'hono'
import { z } from 'zod'

import type { Fault } from '../controls/faults.ts'
import { PROVIDER_ANSWERS } from '../controls/provider-answers.ts'
import type { EmulatorOptions } from '../options/emulator-options.ts'
import type { Caller } from '../pools/pools.ts'
import { invalidParameter } from '../service-error.ts'
import type { Services } from '../services.ts'
import { MAX_BODY_BYTES, readBodyText } from './body.ts'
import { rejectWebPages } from './guard.ts'
import { notFoundResponse } from './responses.ts'

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
const providerAnswerShape = z.object({
  provider: z.string().exactOptional(),
  times: z.number().int().min(1).exactOptional(),
  answer: z.enum(PROVIDER_ANSWERS),
})
const sessionShape = z.object({ username: z.string().min(1), clientId: z.string().exactOptional() })
const clockShape = z.object({ advanceSeconds: z.number().min(0) })

/**
 * Routes for tests that run in another process. The routes return and empty the outbox, advance the clock, inject faults,
 * order incorrect responses from test providers, and sign users in.
 */
export function controlRoutes(
  services: Pick<Services, 'clock' | 'outbox' | 'faults' | 'providerAnswers' | SessionParts>,
  options: EmulatorOptions,
): Hono {
  const { clock, outbox, faults, providerAnswers } = services
  const routes = new Hono()
  routes.use(rejectWebPages(options))
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
  routes.post('/provider-answers', async (context) => {
    const { data, error } = providerAnswerShape.safeParse(await readJson(context.req.raw))
    if (error) return context.json({ message: z.prettifyError(error) }, 400)
    providerAnswers.order(data)
    return context.body(null, 204)
  })
  routes.delete('/provider-answers', (context) => {
    providerAnswers.clear()
    return context.body(null, 204)
  })
  routes.post('/sessions', async (context) => {
    const { data, error } = sessionShape.safeParse(await readJson(context.req.raw))
    if (error) return context.json({ message: z.prettifyError(error) }, 400)
    return context.json(await startSession(services, data))
  })
  routes.all('*', notFoundResponse) // later routes respond to pages of every origin
  return routes
}

type SessionParts = 'pools' | 'users' | 'authSessions' | 'tokens'

/**
 * Signs a user in without a password or code, for tests that do not test the sign-in.
 *
 * @throws {ServiceError}
 */
async function startSession(
  { pools, users, authSessions, tokens }: Pick<Services, SessionParts>,
  { username: name, clientId }: z.infer<typeof sessionShape>,
): Promise<object> {
  const caller = clientId === undefined ? onlyCaller(pools) : pools.callerOf(clientId)
  const { username, sub, status, isEnabled } = users.get(caller.pool, name)
  if (!isEnabled || (status !== 'CONFIRMED' && status !== 'EXTERNAL_PROVIDER')) {
    throw invalidParameter(`User ${username} cannot be signed in: its status is ${isEnabled ? status : 'disabled'}.`)
  }
  const { session, refreshToken } = authSessions.start(caller.pool, caller.client, { username, sub })
  const user = users.get(caller.pool, username)
  const issued = await tokens.issue({ caller, user, session, triggerSource: 'TokenGeneration_Authentication' })
  return { ...issued, RefreshToken: refreshToken, username, clientId: caller.client.id }
}

function onlyCaller(pools: Services['pools']): Caller {
  const [caller, ...others] = pools
    .list()
    .flatMap((pool) => [...pool.clients.values()].map((client) => ({ pool, client })))
  if (caller && others.length === 0) return caller
  throw invalidParameter(`clientId is required: the emulator has ${caller ? others.length + 1 : 0} clients.`)
}

async function readJson(request: Request): Promise<unknown> {
  const text = await readBodyText(request, MAX_BODY_BYTES)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
