type Present<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> }

/** The members that have a value: an absent member and one that is `undefined` are the same to the service. */
export function omitUndefined<Value extends object>(value: Value): Present<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Present<Value>
}
