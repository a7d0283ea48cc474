import { randomBytes } from 'node:crypto'

import { ownUrl } from '../pools/address.ts'
import { isSameSecret } from '../pools/secrets.ts'
import { resourceNotFound, ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import type { Database } from '../storage/database.ts'
import { csvHeaderOf, importUsers } from '../users/user-import.ts'
import type { Input, Operations, Output } from './operation.ts'
import { pageOf } from './pages.ts'

/** Operations that import users from a CSV file. */
export const userImportOperations: Operations = {
  GetCSVHeader: getCsvHeader,
  CreateUserImportJob: createUserImportJob,
  DescribeUserImportJob: describeUserImportJob,
  ListUserImportJobs: listUserImportJobs,
  StartUserImportJob: startUserImportJob,
  StopUserImportJob: stopUserImportJob,
}

type Job = NonNullable<Output<'DescribeUserImportJob'>['UserImportJob']> & { JobId: string; UserPoolId: string }
/** A job, with the key from its upload address and the uploaded file. */
type KeptJob = { job: Job; key: string; csv?: string }
type JobServices = Pick<Services, 'pools' | 'database' | 'clock'>

/** Base URL of upload addresses if the emulator has no address of its own, because it does not listen on a port. */
const DEFAULT_BASE_URL = 'http://127.0.0.1/'
/** First segment of upload paths. */
export const UPLOAD_PATH = '_import'
const UPLOAD = new RegExp(`(/${UPLOAD_PATH}/[^/]*/[^/]*/).+`)

/** Replaces the key in an upload path with an ellipsis, so that the path can be logged. */
export function withoutUploadKey(path: string): string {
  return path.replace(UPLOAD, '$1…')
}

function getCsvHeader(
  { pools }: Pick<Services, 'pools'>,
  { UserPoolId }: Input<'GetCSVHeader'>,
): Output<'GetCSVHeader'> {
  return { UserPoolId, CSVHeader: csvHeaderOf(pools.get(UserPoolId)) }
}

function createUserImportJob(
  { pools, database, clock }: JobServices,
  { UserPoolId, JobName, CloudWatchLogsRoleArn }: Input<'CreateUserImportJob'>,
): Output<'CreateUserImportJob'> {
  const { address } = pools.get(UserPoolId)
  const JobId = `import-${randomBytes(5).toString('hex')}`
  const key = randomBytes(32).toString('base64url')
  const job: Job = {
    JobName,
    JobId,
    UserPoolId,
    PreSignedUrl: `${ownUrl(address) ?? DEFAULT_BASE_URL}${UPLOAD_PATH}/${UserPoolId}/${JobId}/${key}`,
    CreationDate: clock.nowMs() / 1000,
    Status: 'Created',
    CloudWatchLogsRoleArn,
    ImportedUsers: 0,
    SkippedUsers: 0,
    FailedUsers: 0,
  }
  jobsIn(database).put(UserPoolId, JobId, { job, key })
  return { UserImportJob: job }
}

function describeUserImportJob(
  services: JobServices,
  input: Input<'DescribeUserImportJob'>,
): Output<'DescribeUserImportJob'> {
  return { UserImportJob: namedJob(services, input).job }
}

function listUserImportJobs(
  { pools, database }: JobServices,
  { UserPoolId, MaxResults, PaginationToken }: Input<'ListUserImportJobs'>,
): Output<'ListUserImportJobs'> {
  const jobs = jobsIn(database).list(pools.get(UserPoolId).id)
  const { page, nextToken } = pageOf(jobs, { limit: MaxResults, token: PaginationToken }, ({ id }) => id)
  return { UserImportJobs: page.map(({ value }) => value.job), PaginationToken: nextToken }
}

/** Imports the users immediately, but returns the job as pending. Later calls to DescribeUserImportJob return the result. */
function startUserImportJob(
  services: JobServices & Pick<Services, 'users'>,
  input: Input<'StartUserImportJob'>,
): Output<'StartUserImportJob'> {
  const { pools, users, database, clock } = services
  const { job, key, csv } = namedJob(services, input)
  if (job.Status !== 'Created')
    throw preconditionNotMet(`User import job ${job.JobId} cannot be started. Its status is ${job.Status}.`)
  if (csv === undefined) throw preconditionNotMet(`User import job ${job.JobId} has no file yet.`)
  const nowMs = clock.nowMs()
  const started: Job = { ...job, Status: 'Pending', StartDate: nowMs / 1000 }
  database.transaction(() => {
    const counts = importUsers(users, pools.get(input.UserPoolId), { csv, nowMs })
    const done: Job = {
      ...started,
      CompletionDate: nowMs / 1000,
      Status: counts ? 'Succeeded' : 'Failed',
      ImportedUsers: counts?.imported ?? 0,
      SkippedUsers: counts?.skipped ?? 0,
      FailedUsers: counts?.failed ?? 0,
      CompletionMessage: counts
        ? 'Import Job Completed Successfully.'
        : 'The header in the CSV file does not match that of the user pool.',
    }
    jobsIn(database).put(input.UserPoolId, job.JobId, { job: done, key })
  })
  return { UserImportJob: started }
}

function stopUserImportJob(services: JobServices, input: Input<'StopUserImportJob'>): Output<'StopUserImportJob'> {
  const { job, key } = namedJob(services, input)
  if (job.Status !== 'Created')
    throw preconditionNotMet(`User import job ${job.JobId} cannot be stopped. Its status is ${job.Status}.`)
  const CompletionMessage = 'The Import Job was stopped by the developer.'
  const stopped: Job = { ...job, Status: 'Stopped', CompletionDate: services.clock.nowMs() / 1000, CompletionMessage }
  jobsIn(services.database).put(input.UserPoolId, job.JobId, { job: stopped, key })
  return { UserImportJob: stopped }
}

/** Returns the job that waits for a file, if the key of the upload address is right. */
export function findWaitingJob(
  database: Database,
  { poolId, jobId, key }: { poolId: string; jobId: string; key: string },
): { putFile: (csv: string) => void } | undefined {
  const kept = jobsIn(database).get(poolId, jobId)
  if (!kept || kept.job.Status !== 'Created' || !isSameSecret(kept.key, key)) return undefined
  return { putFile: (csv) => jobsIn(database).put(poolId, jobId, { ...kept, csv }) }
}

/** @throws {ServiceError} ResourceNotFoundException */
function namedJob({ pools, database }: JobServices, { UserPoolId, JobId }: Input<'DescribeUserImportJob'>): KeptJob {
  const kept = jobsIn(database).get(pools.get(UserPoolId).id, JobId)
  if (!kept) throw resourceNotFound(`User import job ${JobId} does not exist.`)
  return kept
}

function preconditionNotMet(message: string): ServiceError {
  return new ServiceError('PreconditionNotMetException', message)
}

const jobsIn = (database: Database) => database.collection<KeptJob>('user-import-job')
