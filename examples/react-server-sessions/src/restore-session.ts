import { adoptSession, currentUsername, type CognitoClient } from '@cognito-srp/client'

/**
 * Restores the session from the cookies if the browser's storage has no session, for example because the storage was
 * cleared. The server removes the signatures from the tokens. The page can still read the claims, but APIs reject the
 * unsigned tokens.
 */
export async function restoreSession(client: CognitoClient): Promise<void> {
  if ((await currentUsername(client)) !== null) return
  const response = await fetch('/auth/session').catch(() => null) // without a network the page stays signed out
  const { session } = response?.ok ? await response.json() : { session: null }
  if (session) await adoptSession(client, session)
}
