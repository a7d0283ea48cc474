import { Hono } from 'hono'
import { z } from 'zod'

import type { Fault, FaultOrder, Faults } from '../faults.ts'
import { omitUndefined } from '../omit-undefined.ts'
import type { EmulatorOptions } from '../options.ts'
import type { Services } from '../services.ts'
import { isAdministrator } from './door.ts'

const MAX_STATUS = 599

const faultShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delay'), delayMs: z.number().min(0) }),
  z.object({ kind: z.literal('drop') }),
  z.object({ kind: z.literal('drop-answer') }),
  z.object({ kind: z.literal('throttle'), retryAfterSeconds: z.number().min(0).optional() }),
  z.object({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(MAX_STATUS),
    body: z.string().optional(),
    contentType: z.string().optional(),
  }),
])
const orderShape = z.object({
  operation: z.string().optional(),
  times: z.number().int().min(1).optional(),
  fault: faultShape.transform((fault) => omitUndefined(fault) as Fault),
})
const clockShape = z.object({ advanceSeconds: z.number().min(0) })

/** What a test does from another process: read the outbox, move the clock, order faults. */
export function controlRoutes(services: Services, faults: Faults, options: EmulatorOptions): Hono {
  const routes = new Hono()
  routes.use(async (context, next) => {
    if (isAdministrator(context.req.raw.headers, options)) return next()
    return context.json({ message: 'These are the controls of the emulator: its administrator key is needed.' }, 403)
  })
  routes.get('/outbox', (context) => context.json(services.outbox))
  routes.delete('/outbox', (context) => {
    services.outbox.length = 0
    return context.body(null, 204)
  })
  routes.post('/clock', async (context) => {
    const { data, error } = clockShape.safeParse(await readJson(context.req.raw))
    if (error) return context.json({ message: z.prettifyError(error) }, 400)
    services.clock.advance(data.advanceSeconds)
    return context.json({ nowMs: services.clock.nowMs() })
  })
  routes.post('/faults', async (context) => {
    const { data, error } = orderShape.safeParse(await readJson(context.req.raw))
    if (error) return context.json({ message: z.prettifyError(error) }, 400)
    faults.order({ ...omitUndefined(data), fault: data.fault } satisfies FaultOrder)
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
