import type { AttributeWire, CodeDeliveryDetailsWire } from '../service/wire.ts'

/** Where a code was sent. `destination` is masked by the service (`a***@e***`). */
export type CodeDeliveryDetails = { destination?: string; deliveryMedium?: string; attributeName?: string }

/** Attributes by name; custom ones as `custom:<name>`. */
export type UserAttributes = Record<string, string>

/** Delivery details of an answer; an empty object when it has none. */
export function readDelivery(details: CodeDeliveryDetailsWire = {}): CodeDeliveryDetails {
  const { Destination, DeliveryMedium, AttributeName } = details
  return defined({ destination: Destination, deliveryMedium: DeliveryMedium, attributeName: AttributeName })
}

/** The service's list of attributes by name; one without a value is an empty text. */
export function readAttributes(attributes: readonly AttributeWire[] = []): UserAttributes {
  return Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value ?? '']))
}

/** Attributes by name as the service's list. */
export function writeAttributes(attributes: UserAttributes | undefined): AttributeWire[] | undefined {
  return attributes && Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }))
}

/** A time of the service, which counts seconds since 1970, with fractions. */
export function readDate(seconds: number | undefined): Date | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000)
}

type Defined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>
}

/** Leaves out the fields that are undefined, so that an absent value is an absent field. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
