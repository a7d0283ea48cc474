import { runTrigger, type TriggerContext } from '../triggers/run-trigger.ts'
import type { User } from './user.ts'

/** Tells the pool that an account is confirmed, or has a new password by a code. @throws {ServiceError} as `runTrigger` */
export async function runPostConfirmation(
  context: TriggerContext,
  event: 'ConfirmSignUp' | 'ConfirmForgotPassword',
  user: User,
  clientMetadata: Record<string, string> | undefined,
): Promise<void> {
  const triggerSource = `PostConfirmation_${event}` as const
  await runTrigger(context, 'postConfirmation', { triggerSource, user, request: {}, clientMetadata })
}
