/*
 * Types of the service's JSON, in the service's casing (Amazon Cognito user pools API reference). Most fields are optional,
 * because a response may lack any field. The code that reads a field checks the field.
 */

/** Response of InitiateAuth, RespondToAuthChallenge and GetTokensFromRefreshToken. */
export type AuthAnswer = {
  ChallengeName?: string
  ChallengeParameters?: Record<string, string>
  AvailableChallenges?: string[]
  Session?: string
  AuthenticationResult?: AuthenticationResult
}

/** Tokens of a completed sign-in or refresh. */
export type AuthenticationResult = {
  IdToken?: string
  AccessToken?: string
  RefreshToken?: string
  NewDeviceMetadata?: NewDeviceMetadata
}

/** Keys of a device that the service offers to remember. */
export type NewDeviceMetadata = { DeviceKey?: string; DeviceGroupKey?: string }

/** Destination of a code, in the service's casing. */
export type CodeDeliveryDetailsWire = {
  Destination?: string
  DeliveryMedium?: string
  AttributeName?: string
}

/** Attribute of a user, a device or a request. */
export type AttributeWire = { Name: string; Value?: string }

/** Members of a client that are needed for requests about a user. */
export type AppClient = {
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly userContextData?: ((username: string) => UserContextData | string | undefined) | undefined
  readonly analyticsMetadata?: { analyticsEndpointId: string } | undefined
}

/** Data about a user's device for the pool's threat protection. */
export type UserContextData = { encodedData?: string; ipAddress?: string }

/** Returns the fields `UserContextData` and `AnalyticsMetadata` of a request. */
export function contextFields({ userContextData, analyticsMetadata }: AppClient, username: string): object {
  const context = userContextData?.(username)
  const { encodedData, ipAddress } = typeof context === 'string' ? { encodedData: context } : { ...context }
  return {
    UserContextData: context && { EncodedData: encodedData, IpAddress: ipAddress },
    AnalyticsMetadata: analyticsMetadata && { AnalyticsEndpointId: analyticsMetadata.analyticsEndpointId },
  }
}

/**
 * Parses a JSON object. Returns undefined for other text (a proxy's page, an empty or truncated body). Omits null members, so
 * that callers need not distinguish null from a missing field.
 */
export function parseObject(text = ''): Record<string, unknown> | undefined {
  try {
    // The pattern skips HTML pages and long runs of brackets, because parsing a megabyte of brackets takes 40 ms.
    return /^\s*\{/.test(text) ? JSON.parse(text, withoutNulls) : undefined
  } catch {
    return undefined // not JSON, or nested too deeply
  }
}

/** Reviver that removes null members. Removing a list item leaves a hole, which the filter closes. */
function withoutNulls(_name: string, value: unknown): unknown {
  return Array.isArray(value) ? value.filter(() => true) : (value ?? undefined)
}

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the first value that is a non-empty string. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '')
}

/** Returns the items of a list that are strings, or an empty list if the value is not a list. */
export function readTexts(list: unknown): string[] {
  return readItems(list).filter((item) => typeof item === 'string')
}

/** Returns the items of a list that are objects, or an empty list if the value is not a list. */
export function readRecords<Item extends object>(list: readonly Item[] | undefined): Item[] {
  return readItems(list).filter((item): item is Item & Record<string, unknown> => isRecord(item))
}

function readItems(list: unknown): unknown[] {
  return Array.isArray(list) ? list : []
}

/** Returns the members of an object that are strings, or an empty object if the value is not an object. */
export function readTextMembers(value: unknown): Record<string, string> {
  const members = Object.entries(isRecord(value) ? value : {})
  return Object.fromEntries(members.filter((member): member is [string, string] => typeof member[1] === 'string'))
}

/** Destination of a code. The service masks `destination` (`a***@e***`). */
export type CodeDeliveryDetails = { destination?: string; deliveryMedium?: string; attributeName?: string }

/** Reads the delivery details of a response. Returns an empty object if the response has no details. */
export function readDelivery(details: CodeDeliveryDetailsWire | undefined): CodeDeliveryDetails {
  const { Destination, DeliveryMedium, AttributeName } = readTextMembers(details)
  return defined({ destination: Destination, deliveryMedium: DeliveryMedium, attributeName: AttributeName })
}

/** Attributes by name. Custom attributes are named `custom:<name>`. */
export type UserAttributes = Record<string, string>

/** Converts the service's list of attributes to an object. An attribute without a value becomes an empty string. */
export function readAttributes(attributes: readonly AttributeWire[] | undefined): UserAttributes {
  const named = readRecords(attributes).filter(({ Name }) => typeof Name === 'string')
  return readTextMembers(Object.fromEntries(named.map(({ Name, Value = '' }) => [Name, Value])))
}

/** Converts attributes to a list in the service's format. */
export function writeAttributes(attributes: UserAttributes | undefined): AttributeWire[] | undefined {
  return attributes && Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
}

/** Converts a time from the service (seconds since 1970, possibly with a fraction). Returns undefined for an invalid time. */
export function readDate(seconds: unknown): Date | undefined {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** Omits undefined fields, so that an object contains only the fields that have a value. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
