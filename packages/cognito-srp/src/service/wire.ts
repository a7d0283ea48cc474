/**
 * Shapes of the service's JSON, in its own casing (Amazon Cognito user pools API reference). Every field is optional:
 * the other side is not ours, so what is read is checked where it is read.
 */

/** A device that the service offers to remember. */
export type NewDeviceMetadata = { DeviceKey?: string; DeviceGroupKey?: string }

/** The end of a sign-in or refresh. */
export type AuthenticationResult = {
  IdToken?: string
  AccessToken?: string
  RefreshToken?: string
  NewDeviceMetadata?: NewDeviceMetadata
}

/** Answer of InitiateAuth, RespondToAuthChallenge and GetTokensFromRefreshToken. */
export type AuthAnswer = {
  ChallengeName?: string
  ChallengeParameters?: Record<string, string>
  AvailableChallenges?: string[]
  Session?: string
  AuthenticationResult?: AuthenticationResult
}

/** Where a code was sent. */
export type CodeDeliveryDetailsWire = { Destination?: string; DeliveryMedium?: string; AttributeName?: string }

/** An attribute of a user, a device or a request. */
export type AttributeWire = { Name: string; Value?: string }
