import { Hono } from 'hono'

import { jobThatWaits, UPLOAD_PATH } from '../operations/user-import-jobs.ts'
import type { Services } from '../services.ts'
import { readBodyText } from './body.ts'
import { nothingHere } from './responses.ts'

/** Some hundred thousand users. */
const MAX_FILE_BYTES = 32 * 2 ** 20

/** Where the file of a user import job goes: the address that the job says. */
export function importUploadRoutes({ database }: Pick<Services, 'database'>): Hono {
  const routes = new Hono()
  routes.put(`/${UPLOAD_PATH}/:poolId/:jobId/:key`, async (context) => {
    if (!jobThatWaits(database, context.req.param())) return nothingHere()
    const file = await readBodyText(context.req.raw, MAX_FILE_BYTES)
    const job = jobThatWaits(database, context.req.param()) // started, or stopped, while the file came?
    if (!job) return nothingHere()
    job.putFile(file)
    return context.body(null, 200)
  })
  return routes
}
