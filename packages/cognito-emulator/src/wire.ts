/**
 * A type of the AWS SDK in its JSON form, in which a Date is a number of seconds since 1970. Unlike in the SDK,
 * required members cannot be `undefined`.
 */
export type Json<Value> = Value extends Date
  ? number
  : Value extends readonly (infer Item)[]
    ? Json<Item>[]
    : Value extends object
      ? JsonObject<Value>
      : Value

type JsonObject<Value extends object> = string extends keyof Value
  ? Value
  : { [Member in keyof Value]: Json<Exclude<Value[Member], undefined>> | Absence<Value, Member> }

type Absence<Value, Member extends keyof Value> = {} extends Pick<Value, Member> ? undefined : never

type Present<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> }

/** Removes members that are `undefined`. The service treats `undefined` members as absent. */
export function omitUndefined<Value extends object>(value: Value): Present<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Present<Value>
}
