// The program of the threads that check large bodies; see entries/body-threads.ts.

import { answerJobs, type Answer } from '../threads/answer-jobs.ts'
import { checkStatsBody, type CheckedBody } from './stats-body.ts'

answerJobs((body: Uint8Array): Answer<CheckedBody> => {
  const result = checkStatsBody(body)
  return { result, transfer: 'good' in result ? [result.good.questionsStatsJson.buffer] : [] }
})
