import { Hono } from 'hono'
import { z } from 'zod'

import type { Fault } from '../controls.ts'
import type { EmulatorOptions } from '../emulator-options.ts'
import type { Services } from '../services.ts'
import { nothingHere } from './answers.ts'
import { readBodyText } from './body.ts'
import { MAX_BODY_BYTES } from './call-operation.ts'
import { closedToWebPages } from './guard.ts'

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

/** What a test does from another process: read the outbox, move the clock, order faults. */
export function controlRoutes(
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

async function readJson(request: Request): Promise<unknown> {
  const text = await readBodyText(request, MAX_BODY_BYTES)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
