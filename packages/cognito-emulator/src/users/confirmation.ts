import { runTrigger, type TriggerContext } from '../triggers/run-trigger.ts'
import type { User } from './user.ts'

/**
 * Runs the PostConfirmation trigger after an account was confirmed or its password was reset with a code.
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
