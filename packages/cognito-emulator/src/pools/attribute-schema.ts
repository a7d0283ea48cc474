import type { SchemaAttributeType } from '@aws-sdk/client-cognito-identity-provider'

import type { AttributeSchema, UserPoolSettings } from '../options/pool-options.ts'
import { omitUndefined } from '../wire.ts'
import type { Json } from '../wire.ts'

/** An attribute as CreateUserPool takes it and DescribeUserPool shows it. */
export type SchemaAttribute = Json<SchemaAttributeType>

/** What no app client writes: only a code, a trigger or an administrator says these, or the pool makes them. */
export const NEVER_WRITTEN_BY_CLIENTS: ReadonlySet<string> = new Set([
  'sub',
  'email_verified',
  'phone_number_verified',
  'identities',
])

/** An open pool of the configuration takes any custom attribute: this is what each of them is. */
const ANY_CUSTOM = { dataType: 'String', required: false, mutable: true } as const

function textAttribute(name: string, more: Partial<AttributeSchema> = {}): AttributeSchema {
  return { name, dataType: 'String', required: false, mutable: true, minLength: 0, maxLength: 2048, ...more }
}

const flagAttribute = (name: string): AttributeSchema => ({ name, dataType: 'Boolean', required: false, mutable: true })

/** What every pool has, in the order in which the service shows it. */
export const STANDARD_ATTRIBUTES: readonly AttributeSchema[] = [
  textAttribute('sub', { required: true, mutable: false, minLength: 1 }),
  textAttribute('name'),
  textAttribute('given_name'),
  textAttribute('family_name'),
  textAttribute('middle_name'),
  textAttribute('nickname'),
  textAttribute('preferred_username'),
  textAttribute('profile'),
  textAttribute('picture'),
  textAttribute('website'),
  textAttribute('email'),
  flagAttribute('email_verified'),
  textAttribute('gender'),
  textAttribute('birthdate', { minLength: 10, maxLength: 10 }),
  textAttribute('zoneinfo'),
  textAttribute('locale'),
  textAttribute('phone_number'),
  flagAttribute('phone_number_verified'),
  textAttribute('address'),
  { name: 'updated_at', dataType: 'Number', required: false, mutable: true, minValue: 0 },
]

/** The attributes of a pool: the standard ones, as the pool changes them, then its own. */
export function attributesOf({ schema = [], requiredAttributes = [] }: UserPoolSettings): AttributeSchema[] {
  const changed = new Map(schema.map((attribute) => [attribute.name, attribute]))
  const standard = STANDARD_ATTRIBUTES.map((attribute) => changed.get(attribute.name) ?? attribute)
  const isStandard = (name: string) => STANDARD_ATTRIBUTES.some((attribute) => attribute.name === name)
  const all = [...standard, ...schema.filter(({ name }) => !isStandard(name))]
  return all.map((attribute) => (requiredAttributes.includes(attribute.name) ? asRequired(attribute) : attribute))
}

function asRequired(attribute: AttributeSchema): AttributeSchema {
  return { ...attribute, required: true }
}

/** What a pool says of an attribute; undefined when it has no such attribute. */
export function findAttribute(settings: UserPoolSettings, name: string): AttributeSchema | undefined {
  const declared = attributesOf(settings).find((attribute) => attribute.name === name)
  if (declared || settings.schema || !/^(?:custom|dev):./.test(name)) return declared
  return { ...ANY_CUSTOM, name }
}

/** The settings' form of an attribute as the service shows it. */
export function attributeSchemaOf(shown: SchemaAttribute): AttributeSchema {
  const { StringAttributeConstraints: text, NumberAttributeConstraints: number } = shown
  return {
    name: shown.Name ?? '',
    dataType: shown.AttributeDataType ?? 'String',
    required: shown.Required ?? false,
    mutable: shown.Mutable ?? true,
    ...omitUndefined({
      minLength: toNumber(text?.MinLength),
      maxLength: toNumber(text?.MaxLength),
      minValue: toNumber(number?.MinValue),
      maxValue: toNumber(number?.MaxValue),
      developerOnly: shown.DeveloperOnlyAttribute || undefined,
    }),
  }
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

/** An attribute as the service shows it. */
export function showAttribute(attribute: AttributeSchema): SchemaAttribute {
  const { dataType, minLength, maxLength, minValue, maxValue } = attribute
  const text =
    dataType === 'String' ? { MinLength: minLength?.toString(), MaxLength: maxLength?.toString() } : undefined
  const hasRange = dataType === 'Number' && (minValue !== undefined || maxValue !== undefined)
  const range = hasRange ? { MinValue: minValue?.toString(), MaxValue: maxValue?.toString() } : undefined
  return {
    Name: attribute.name,
    AttributeDataType: dataType,
    DeveloperOnlyAttribute: attribute.developerOnly ?? false,
    Mutable: attribute.mutable,
    Required: attribute.required,
    StringAttributeConstraints: text && omitUndefined(text),
    NumberAttributeConstraints: range && omitUndefined(range),
  }
}
