export { check, cut, type Checked } from './check.ts'
export { lenientQuestionSchema, lenientUserStatsSchema } from './lenient.ts'
export { MAX_FLAWS, problemSchema, type Flaw, type Problem, type ProblemCode } from './problem.ts'
export {
  marksSchema,
  MAX_QUESTIONS,
  questionListSchema,
  questionSchema,
  userStatsSchema,
  type Marks,
  type Question,
  type QuestionsStats,
  type UserStats,
} from './strict.ts'
export type { Tally } from './tally.ts'
export { HOST_XSRF_COOKIE, readXsrfCookies, XSRF_COOKIE, XSRF_HEADER } from './xsrf.ts'
