/**
 * A value of the AWS SDK as it goes over the wire: a Date is seconds since 1970. The SDK lets required members be
 * `undefined`; here they may not.
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

/** The members that have a value: an absent member and one that is `undefined` are the same to the service. */
export function omitUndefined<Value extends object>(value: Value): Present<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Present<Value>
}
