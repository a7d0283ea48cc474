import type { CognitoClient } from '../client.ts'
import { computeSecretHash } from '../srp/secret-hash.ts'

/** `SECRET_HASH` of a user name; undefined for app clients without a secret. */
export async function secretHash(
  { clientSecret, clientId }: CognitoClient,
  username: string,
): Promise<string | undefined> {
  return clientSecret === undefined ? undefined : computeSecretHash({ clientSecret, username, clientId })
}

/** `UserContextData` and `AnalyticsMetadata`, for the requests that take them. */
export function contextFields({ userContextData, analyticsMetadata }: CognitoClient, username: string): object {
  const context = userContextData?.(username)
  const { encodedData, ipAddress } = typeof context === 'string' ? { encodedData: context } : { ...context }
  return {
    UserContextData: context && { EncodedData: encodedData, IpAddress: ipAddress },
    AnalyticsMetadata: analyticsMetadata && { AnalyticsEndpointId: analyticsMetadata.analyticsEndpointId },
  }
}
