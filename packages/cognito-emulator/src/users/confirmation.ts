import { runTrigger, type TriggerContext } from '../triggers/run-trigger.ts'
import type { User } from './user.ts'

/**
 * Runs PostConfirmation for an account that was confirmed or reset its password with a code.
 *
 * @throws {ServiceError} as `runTrigger`
 */
export async function runPostConfirmation(
  context: TriggerContext,
  event: 'ConfirmSignUp' | 'ConfirmForgotPassword',
  user: User,
  clientMetadata: Record<string, string> | undefined,
): Promise<void> {
  const triggerSource = `PostConfirmation_${event}` as const
  await runTrigger(context, 'postConfirmation', { triggerSource, user, request: {}, clientMetadata })
}
