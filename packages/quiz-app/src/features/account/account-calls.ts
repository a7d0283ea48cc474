import { getSession } from '@cognito-srp/client'
import type { CognitoClient } from '@cognito-srp/client'

import { accountFailureKind } from './account-failures.ts'

/** Operation on the signed-in user's account. */
export type AccountOperation<Result> = (client: CognitoClient, options: { signal: AbortSignal }) => Promise<Result>

/**
 * Calls an operation. If the access token has been revoked elsewhere, refreshes it and calls the operation once more. If the
 * service rejects the refresh, the client ends the session, and the login shows the reason.
 */
export async function callAccount<Result>(
  client: CognitoClient,
  operation: AccountOperation<Result>,
  signal: AbortSignal,
): Promise<Result> {
  try {
    return await operation(client, { signal })
  } catch (cause) {
    if (accountFailureKind(cause) !== 'session-over') throw cause
    await getSession(client, { forceRefresh: true, signal })
    return operation(client, { signal })
  }
}

/** Completes a removal, even if another device has already removed the item. */
export async function unlessGone(removal: Promise<void>): Promise<void> {
  try {
    await removal
  } catch (cause) {
    if (accountFailureKind(cause) !== 'gone') throw cause
  }
}
