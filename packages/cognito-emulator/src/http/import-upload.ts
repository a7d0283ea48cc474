import { Hono } from 'hono'

import { findWaitingJob, UPLOAD_PATH } from '../operations/user-import-jobs.ts'
import type { Services } from '../services.ts'
import { readBodyText } from './body.ts'
import { notFoundResponse } from './responses.ts'

/** Maximum size of an import file, enough for several hundred thousand users. */
const MAX_FILE_BYTES = 32 * 2 ** 20

/** Route that receives the file of a user import job, at the job's upload address. */
export function importUploadRoutes({ database }: Pick<Services, 'database'>): Hono {
  const routes = new Hono()
  routes.put(`/${UPLOAD_PATH}/:poolId/:jobId/:key`, async (context) => {
    if (!findWaitingJob(database, context.req.param())) return notFoundResponse()
    const file = await readBodyText(context.req.raw, MAX_FILE_BYTES)
    const job = findWaitingJob(database, context.req.param()) // undefined if the job was started or stopped during the upload
    if (!job) return notFoundResponse()
    job.putFile(file)
    return context.body(null, 200)
  })
  return routes
}
