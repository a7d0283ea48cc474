// What cognito-local takes and the service does not, as these tests have it: passwords that no policy passes, and
// telephone numbers without a country.

const PASSWORDS = new Set([
  'Password',
  'TemporaryPassword',
  'ProposedPassword',
  'PreviousPassword',
  'PASSWORD',
  'NEW_PASSWORD',
])
const LOCAL_PHONE = /^0(?=\d{9}$)/
const PHONE = /^\+61(?=\d{9}$)/

/** The parameters of a call, such that the service accepts them. */
export function toService<Value>(value: Value): Value {
  return change(value, (name, text) => {
    if (PASSWORDS.has(name)) return strong(text)
    if (name === 'Filter') return text.replace(/"0(?=\d)/, '"+61')
    return text.replace(LOCAL_PHONE, '+61')
  })
}

/** An answer as the test expects it. */
export function fromService<Value>(value: Value): Value {
  return change(value, (_name, text) => text.replace(PHONE, '0'))
}

function strong(password: string): string {
  const passes = [/.{8}/, /[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d]/].every((pattern) => pattern.test(password))
  return passes ? password : `${password}-Longer-1`
}

function change<Value>(value: Value, ofText: (name: string, text: string) => string, name = ''): Value {
  if (typeof value === 'string') return ofText(name, value) as Value
  if (Array.isArray(value)) return value.map((item) => change(item, ofText, name)) as Value
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, ofText, key)])) as Value
}
