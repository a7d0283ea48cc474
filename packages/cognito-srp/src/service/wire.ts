/*
 * Shapes of the service's JSON, in its own casing (Amazon Cognito user pools API reference). Every field is optional:
 * the other side is not ours, so what is read is checked where it is read.
 */

/** Answer of InitiateAuth, RespondToAuthChallenge and GetTokensFromRefreshToken. */
export type AuthAnswer = {
  ChallengeName?: string
  ChallengeParameters?: Record<string, string>
  AvailableChallenges?: string[]
  Session?: string
  AuthenticationResult?: AuthenticationResult
}

/** The end of a sign-in or refresh. */
export type AuthenticationResult = {
  IdToken?: string
  AccessToken?: string
  RefreshToken?: string
  NewDeviceMetadata?: NewDeviceMetadata
}

/** A device that the service offers to remember. */
export type NewDeviceMetadata = { DeviceKey?: string; DeviceGroupKey?: string }

/** Where a code was sent. */
export type CodeDeliveryDetailsWire = { Destination?: string; DeliveryMedium?: string; AttributeName?: string }

/** An attribute of a user, a device or a request. */
export type AttributeWire = { Name: string; Value?: string }

/** The part of a client that requests about a user tell the service of. */
export type AppClient = {
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly userContextData?: ((username: string) => UserContextData | string | undefined) | undefined
  readonly analyticsMetadata?: { analyticsEndpointId: string } | undefined
}

/** What the pool's advanced security is told about the device of a user. */
export type UserContextData = { encodedData?: string; ipAddress?: string }

/** `UserContextData` and `AnalyticsMetadata`, for the requests that take them. */
export function contextFields({ userContextData, analyticsMetadata }: AppClient, username: string): object {
  const context = userContextData?.(username)
  const { encodedData, ipAddress } = typeof context === 'string' ? { encodedData: context } : { ...context }
  return {
    UserContextData: context && { EncodedData: encodedData, IpAddress: ipAddress },
    AnalyticsMetadata: analyticsMetadata && { AnalyticsEndpointId: analyticsMetadata.analyticsEndpointId },
  }
}

/**
 * The JSON object in a text, or undefined when it holds none (a proxy's page, an empty or a cut-off body). Members that
 * are null are left out: an absent value is an absent field.
 */
export function parseObject(text = ''): Record<string, unknown> | undefined {
  try {
    // Pages are not even looked at, nor a megabyte of brackets, which takes an engine 40 ms.
    return /^\s*\{/.test(text) ? JSON.parse(text, withoutNulls) : undefined
  } catch {
    return undefined // not JSON, or nested deeper than anybody reads
  }
}

/** A value whose members have been through here: what is undefined goes, and leaves a hole in a list. */
function withoutNulls(_name: string, value: unknown): unknown {
  return Array.isArray(value) ? value.filter(() => true) : (value ?? undefined)
}

/** Whether a value is an object with named members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first of the values that is a text, and not an empty one. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '')
}

/** The texts of a list; none when it is no list. */
export function readTexts(list: unknown): string[] {
  return readItems(list).filter((item) => typeof item === 'string')
}

/** The objects of a list; none when it is no list. */
export function readRecords<Item extends object>(list: readonly Item[] | undefined): Item[] {
  return readItems(list).filter((item): item is Item & Record<string, unknown> => isRecord(item))
}

function readItems(list: unknown): unknown[] {
  return Array.isArray(list) ? list : []
}

/** The members of an object that are texts; none when it is no object. */
export function readTextMembers(value: unknown): Record<string, string> {
  const members = Object.entries(isRecord(value) ? value : {})
  return Object.fromEntries(members.filter((member): member is [string, string] => typeof member[1] === 'string'))
}

/** Where a code was sent. `destination` is masked by the service (`a***@e***`). */
export type CodeDeliveryDetails = { destination?: string; deliveryMedium?: string; attributeName?: string }

/** Delivery details of an answer; an empty object when it has none. */
export function readDelivery(details: CodeDeliveryDetailsWire | undefined): CodeDeliveryDetails {
  const { Destination, DeliveryMedium, AttributeName } = readTextMembers(details)
  return defined({ destination: Destination, deliveryMedium: DeliveryMedium, attributeName: AttributeName })
}

/** Attributes by name; custom ones as `custom:<name>`. */
export type UserAttributes = Record<string, string>

/** The service's list of attributes by name; one without a value is an empty text. */
export function readAttributes(attributes: readonly AttributeWire[] | undefined): UserAttributes {
  const named = readRecords(attributes).filter(({ Name }) => typeof Name === 'string')
  return readTextMembers(Object.fromEntries(named.map(({ Name, Value = '' }) => [Name, Value])))
}

/** Attributes by name as the service's list. */
export function writeAttributes(attributes: UserAttributes | undefined): AttributeWire[] | undefined {
  return attributes && Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
}

/** A time of the service, which counts seconds since 1970, with fractions; undefined for what no calendar knows. */
export function readDate(seconds: unknown): Date | undefined {
  const date = new Date(typeof seconds === 'number' ? seconds * 1000 : Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** Leaves out the fields that are undefined, so that an absent value is an absent field. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
