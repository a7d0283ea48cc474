/** Returns the value of an own property, or undefined, so that external names such as `constructor` do not find inherited properties. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.prototype.hasOwnProperty.call(record, name) ? record[name] : undefined
}
