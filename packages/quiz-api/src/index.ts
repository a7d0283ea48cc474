export { createQuizApi, type QuizApiOptions } from './app.ts'
export { authenticate, remoteJwks, type ApiEnv, type Authentication, type TokenRules } from './http/access-token.ts'
export { isOrigin } from './http/cors.ts'
export { respondToErrors } from './http/problem.ts'
export { requireAuthentication, type AuthenticationRules } from './http/require-authentication.ts'
export { askCognito, type AskPool } from './http/revocation.ts'
export { apiHeaders, sendHeaders, siteHeaders, type SecurityHeaders } from './http/security-headers.ts'
export { xsrfCookie } from './http/xsrf.ts'
export { jsonLogger, type LogEntry, type Logger } from './http/request-log.ts'
export { BankError, readSeedBank, type BankProblem } from './questions/bank-file.ts'
export { importBank, type BankChange } from './questions/import-bank.ts'
export { openDynamoDbStore, type DynamoDbStoreOptions } from './store/dynamodb-store.ts'
export { openStore } from './store/open-store.ts'
export {
  StoreBusyError,
  StoreUnavailableError,
  type Bank,
  type DecideStats,
  type DeletionOutcome,
  type NewStats,
  type QuizStore,
  type StatsHead,
  type StatsOutcome,
  type StoredStats,
} from './store/quiz-store.ts'
export { openSqliteStore } from './store/sqlite-store.ts'
export type { Question } from '@cognito-srp/contract'
