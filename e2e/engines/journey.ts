import { signInSteps, leavingSteps, challengeSteps } from './account-steps.ts'
import { homeSteps, quizSteps, runSteps } from './study-steps.ts'
import { tabSteps, offlineSteps, storageSteps } from './browser-steps.ts'
import type { Step } from './step.ts'

/** A student's journey, in its order: later steps go on where earlier ones ended. */
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
