/** What one active student does in a month, and what it weighs. Change a number here and every table follows. */
export const ASSUMPTIONS = {
  /** Times the app is opened. */
  sessions: 12,
  /** Answers in a session; an answer takes longer than the ten-second timer, so each is synchronised on its own. */
  answersPerSession: 20,
  /** Sign-ins with the password; a refresh token lasts 30 days. */
  signIns: 1,
  /** Token refreshes: one per session, as an access token lasts an hour. */
  refreshes: 12,
  /** Downloads of the whole bank: a new browser or a changed bank; all other loads are answered 304. */
  bankDownloads: 1,
  /** Loads of the app's files that no browser cache answers. */
  appDownloads: 2,
  /** Requests for the app's files in a session. */
  fileRequestsPerSession: 4,
  /** Invitations and codes. */
  mails: 0.1,

  /** JSON of 600 answered questions with ids of 15 letters, measured. */
  statsBytes: 25_300,
  /** The same in the table: compressed by the API, with keys and marks. */
  storedStatsBytes: 3_300,
  /** Brotli of 2,210 long questions (2.4 MB), measured. */
  bankBytes: 550_000,
  /** JavaScript, styles and page of all routes, compressed. */
  appBytes: 250_000,
  /** Lines of gateway and function for one request. */
  logBytesPerRequest: 900,

  /** Billed time of the function for one request, warm. */
  lambdaSecondsPerRequest: 0.02,
  lambdaGigabytes: 1769 / 1024,
  /** The busiest second of the month against the mean one. */
  peakFactor: 5,
  /** Cognito's default quotas for signing in and for refreshing, each. */
  cognitoRequestsPerSecond: 120,
} as const

export type Assumptions = { readonly [name in keyof typeof ASSUMPTIONS]: number }
