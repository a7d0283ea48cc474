import type { Assumptions } from './assumptions.ts'
import type { PriceName } from './prices.ts'

const SECONDS_PER_MONTH = 30 * 24 * 60 * 60
const GIGABYTE = 1024 ** 3
const GATEWAY_UNIT_BYTES = 512 * 1024
const WRITE_UNIT_BYTES = 1024
const READ_UNIT_BYTES = 4096

/** Quantity of everything that is charged in a month, in single units. */
export type Usage = Record<PriceName, number>

/** What `students` active students use in a month. Cognito's two plans exclude each other: both are given. */
export function monthlyUsage(students: number, assumed: Assumptions): Usage {
  const calls = monthlyCalls(students, assumed)
  const traffic = monthlyTraffic(students, assumed)
  const storedGigabytes = (students * assumed.storedStatsBytes) / GIGABYTE
  const logGigabytes = (calls.all * assumed.logBytesPerRequest) / GIGABYTE
  const bankUnits = Math.ceil(assumed.bankBytes / GATEWAY_UNIT_BYTES)
  const statsReadUnits = Math.ceil(assumed.storedStatsBytes / READ_UNIT_BYTES)
  return {
    cognitoEssentials: students,
    cognitoLite: students,
    cognitoRate: boughtRequestsPerSecond(students, assumed),
    gateway: calls.all + students * assumed.bankDownloads * (bankUnits - 1),
    lambdaRequests: calls.all,
    lambdaDuration: calls.all * assumed.lambdaSecondsPerRequest * assumed.lambdaGigabytes,
    dynamoWrites: calls.statsWrites * Math.ceil(assumed.storedStatsBytes / WRITE_UNIT_BYTES),
    // A write reads the record first; asking for the bank's version is one small read.
    dynamoReads: (calls.statsReads + calls.statsWrites) * statsReadUnits + calls.bankReads,
    dynamoStorage: storedGigabytes,
    dynamoBackup: storedGigabytes,
    cdnTransfer: traffic.downBytes / GIGABYTE,
    cdnUpload: traffic.upBytes / GIGABYTE,
    cdnRequests: calls.all + calls.files,
    cdnFunctions: calls.files,
    logIngestion: logGigabytes,
    logStorage: logGigabytes,
    mails: students * assumed.mails,
  }
}

/** Requests to the API in the busiest second. */
export function peakRequestsPerSecond(students: number, assumed: Assumptions): number {
  return (monthlyCalls(students, assumed).all * assumed.peakFactor) / SECONDS_PER_MONTH
}

/** A session reads bank and statistics; each synchronisation reads the statistics and writes them. */
function monthlyCalls(students: number, assumed: Assumptions) {
  const bankReads = students * assumed.sessions
  const statsWrites = students * assumed.sessions * assumed.answersPerSession
  const statsReads = bankReads + statsWrites
  const files = students * assumed.sessions * assumed.fileRequestsPerSession
  return { bankReads, statsReads, statsWrites, all: bankReads + statsReads + statsWrites, files }
}

/** A write carries the whole statistics, and so does every answer. */
function monthlyTraffic(students: number, assumed: Assumptions) {
  const { statsReads, statsWrites } = monthlyCalls(students, assumed)
  const downloads = assumed.bankDownloads * assumed.bankBytes + assumed.appDownloads * assumed.appBytes
  return {
    downBytes: (statsReads + statsWrites) * assumed.statsBytes + students * downloads,
    upBytes: statsWrites * assumed.statsBytes,
  }
}

/** Requests per second above Cognito's quotas, which count sign-ins and refreshes apart. */
function boughtRequestsPerSecond(students: number, assumed: Assumptions): number {
  const above = (perStudent: number) => {
    const peak = Math.ceil((perStudent * students * assumed.peakFactor) / SECONDS_PER_MONTH)
    return Math.max(0, peak - assumed.cognitoRequestsPerSecond)
  }
  return above(assumed.signIns) + above(assumed.refreshes)
}
