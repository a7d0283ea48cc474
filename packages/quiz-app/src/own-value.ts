/** The value of an own property, or undefined: a name from outside such as `constructor` must not find the prototype's. */
export function ownValue<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.prototype.hasOwnProperty.call(record, name) ? record[name] : undefined
}
