import { expect, test } from 'vitest'

import type { Assumptions } from './assumptions.ts'
import { monthlyUsage, peakRequestsPerSecond } from './usage.ts'

const MONTH_SECONDS = 2_592_000

/** Round numbers, so that every quantity can be worked out by hand. */
const ASSUMED: Assumptions = {
  sessions: 2,
  answersPerSession: 3,
  signIns: 1,
  refreshes: 2,
  bankDownloads: 1,
  appDownloads: 1,
  fileRequestsPerSession: 5,
  mails: 0.5,
  statsBytes: 1024,
  storedStatsBytes: 4097,
  bankBytes: 512 * 1024 + 1,
  appBytes: 100,
  logBytesPerRequest: 1024 ** 3 / 16,
  lambdaSecondsPerRequest: 0.5,
  lambdaGigabytes: 2,
  peakFactor: 4,
  cognitoRequestsPerSecond: 10,
}

test('ten students make the requests of ten', () => {
  // Each: 2 bank reads, 2 + 6 statistics reads, 6 writes = 16 calls, and 10 files.
  expect(monthlyUsage(10, ASSUMED)).toMatchObject({
    cognitoEssentials: 10,
    lambdaRequests: 160,
    lambdaDuration: 160,
    cdnRequests: 260,
    cdnFunctions: 100,
    logIngestion: 10,
    mails: 5,
  })
})

test('the gateway counts every started 512 KB of the bank', () => {
  expect(monthlyUsage(10, ASSUMED).gateway).toBe(160 + 10)
})

test('the table counts started units of the stored record, and a read before each write', () => {
  expect(monthlyUsage(10, ASSUMED)).toMatchObject({ dynamoWrites: 60 * 5, dynamoReads: (80 + 60) * 2 + 20 })
})

test('every answer about statistics carries them whole, up and down', () => {
  const { cdnTransfer, cdnUpload } = monthlyUsage(10, ASSUMED)
  expect(cdnUpload * 1024 ** 3).toBeCloseTo(60 * 1024)
  expect(cdnTransfer * 1024 ** 3).toBeCloseTo(140 * 1024 + 10 * (512 * 1024 + 1 + 100))
})

test('Cognito costs extra only above its quota in the busiest second', () => {
  // Refreshes reach 10 a second with 3,240,000 students: 2 * 4 / 2,592,000 each.
  expect(monthlyUsage(3_240_000, ASSUMED).cognitoRate).toBe(0)
  expect(monthlyUsage(3_240_000 * 1.5, ASSUMED).cognitoRate).toBe(5)
  expect(monthlyUsage(3_240_000 * 3, ASSUMED).cognitoRate).toBe(20 + 5)
})

test('the busiest second is a multiple of the mean one', () => {
  expect(peakRequestsPerSecond(MONTH_SECONDS, ASSUMED)).toBe(16 * 4)
})
