import type { Pool } from '../pools/pools.ts'
import type { Texts } from './page-texts.ts'
import type { Field } from './page.ts'

/** Returns the field for the user name, or for the e-mail address or phone number that users sign in with instead. */
export function usernameField({ settings }: Pool, texts: Texts): Field {
  const [only, ...more] = settings.usernameAttributes ?? []
  const field = { name: 'username', autocomplete: 'username' }
  if (only === 'email' && more.length === 0)
    return { ...field, label: texts.attributes['email'] ?? only, type: 'email' }
  if (only !== undefined && more.length === 0) return { ...field, label: texts.attributes[only] ?? only, type: 'tel' }
  return { ...field, label: only === undefined ? texts.username : texts.address }
}

/** Returns the field for an attribute. Without a translation, the label is the attribute's name. */
export function attributeField(prefix: string, attribute: string, texts: Texts): Field {
  return {
    name: `${prefix}${attribute}`,
    label: texts.attributes[attribute] ?? attribute,
    type: attribute === 'email' ? 'email' : attribute === 'phone_number' ? 'tel' : 'text',
    autocomplete: AUTOCOMPLETE[attribute] ?? 'off',
  }
}

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  email: 'email',
  phone_number: 'tel',
  name: 'name',
  given_name: 'given-name',
  family_name: 'family-name',
}
