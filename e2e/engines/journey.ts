import { signInSteps, leavingSteps, challengeSteps } from './account-steps.ts'
import { homeSteps, quizSteps, runSteps } from './study-steps.ts'
import { tabSteps, offlineSteps, storageSteps } from './browser-steps.ts'
import type { Step } from './step.ts'

/** Steps of a student's journey, in order. Each step starts where the previous step ended. */
export const STEPS: readonly Step[] = [
  ...signInSteps,
  ...homeSteps,
  ...quizSteps,
  ...tabSteps,
  ...runSteps,
  ...offlineSteps,
  ...leavingSteps,
  ...challengeSteps,
  ...storageSteps,
]
