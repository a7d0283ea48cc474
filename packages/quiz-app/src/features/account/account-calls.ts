import { getSession } from '@cognito-srp/client'
import type { CognitoClient } from '@cognito-srp/client'

import { accountFailureKind } from './account-failures.ts'

/** An operation of the signed-in account. */
export type AccountOperation<Result> = (client: CognitoClient, options: { signal: AbortSignal }) => Promise<Result>

/**
 * Calls an operation. An access token that looks valid here may have been revoked elsewhere: then it is renewed and the
 * operation called once more. Where the renewal is refused, the client ends the session, and the login says so.
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

/** A removal; what another device removed meanwhile is removed, too. */
export async function unlessGone(removal: Promise<void>): Promise<void> {
  try {
    await removal
  } catch (cause) {
    if (accountFailureKind(cause) !== 'gone') throw cause
  }
}
