import { adoptSession, currentUsername, type CognitoClient } from '@cognito-srp/client'

/**
 * The session of the cookies, where this browser's storage knows nobody: it has been cleared, or is not kept. What the
 * server gives for it can be read, and is worth nothing elsewhere: tokens without their signatures.
 */
export async function restoreSession(client: CognitoClient): Promise<void> {
  if ((await currentUsername(client)) !== null) return
  const response = await fetch('/auth/session').catch(() => null) // no network: nobody is known yet
  const { session } = response?.ok ? await response.json() : { session: null }
  if (session) await adoptSession(client, session)
}
