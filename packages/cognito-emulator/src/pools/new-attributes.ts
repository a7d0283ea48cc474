import { invalidParameter } from '../service-error.ts'
import { showAttribute, STANDARD_ATTRIBUTES, type SchemaAttribute } from './attribute-schema.ts'

const MAX_TEXT_LENGTH = 2048

/**
 * Returns the attributes of a new pool: the standard attributes with the changes in the schema, then the custom attributes.
 *
 * @throws {ServiceError} InvalidParameterException
 */
export function schemaWith(schema: SchemaAttribute[]): SchemaAttribute[] {
  const standard = STANDARD_ATTRIBUTES.map((attribute) => showAttribute(attribute))
  const names = new Set(standard.map(({ Name }) => Name))
  const changes = schema.filter(({ Name }) => names.has(Name))
  const changed = standard.map((attribute) => {
    const change = changes.find(({ Name }) => Name === attribute.Name)
    return change ? changedAttribute(attribute, change) : attribute
  })
  return addAttributes(
    changed,
    schema.filter(({ Name }) => !names.has(Name)),
  )
}

/**
 * Adds custom attributes to the attributes of a pool. The names of custom attributes start with `custom:`, or with
 * `dev:custom:` if only administrators can write the attributes.
 *
 * @throws {ServiceError} InvalidParameterException
 */
export function addAttributes(attributes: SchemaAttribute[], added: SchemaAttribute[]): SchemaAttribute[] {
  const all = [...attributes]
  for (const attribute of added) {
    const own = ownAttribute(attribute)
    if (all.some(({ Name }) => Name === own.Name)) {
      throw invalidParameter(`custom:${attribute.Name}: Existing attribute already has name ${own.Name}.`)
    }
    all.push(own)
  }
  return all
}

function changedAttribute(standard: SchemaAttribute, change: SchemaAttribute): SchemaAttribute {
  const hasOtherType = change.AttributeDataType && change.AttributeDataType !== standard.AttributeDataType
  if (hasOtherType || change.DeveloperOnlyAttribute) {
    throw invalidParameter(
      `You can not change AttributeDataType or set developerOnlyAttribute for standard schema attribute ${standard.Name}`,
    )
  }
  checkConstraints(change.Name, change)
  return {
    ...standard,
    Required: change.Required ?? standard.Required,
    Mutable: change.Mutable ?? standard.Mutable,
    ...(standard.StringAttributeConstraints && {
      StringAttributeConstraints: change.StringAttributeConstraints ?? standard.StringAttributeConstraints,
    }),
    ...(standard.NumberAttributeConstraints && {
      NumberAttributeConstraints: change.NumberAttributeConstraints ?? standard.NumberAttributeConstraints,
    }),
  }
}

function ownAttribute(attribute: SchemaAttribute): SchemaAttribute {
  const { Name, AttributeDataType, DeveloperOnlyAttribute = false, Mutable = true, Required = false } = attribute
  if (!Name) throw invalidParameter('Attribute name must not be empty.')
  if (!AttributeDataType) {
    throw invalidParameter('Invalid AttributeDataType input, consider using the provided AttributeDataType enum.')
  }
  if (Required) throw invalidParameter('Required custom attributes are not supported currently.')
  checkConstraints(Name, attribute)
  return {
    Name: `${DeveloperOnlyAttribute ? 'dev:' : ''}custom:${Name}`,
    AttributeDataType,
    DeveloperOnlyAttribute,
    Mutable,
    Required,
    ...(AttributeDataType === 'String' && { StringAttributeConstraints: attribute.StringAttributeConstraints ?? {} }),
    ...(AttributeDataType === 'Number' &&
      attribute.NumberAttributeConstraints && { NumberAttributeConstraints: attribute.NumberAttributeConstraints }),
  }
}

function checkConstraints(name: string | undefined, attribute: SchemaAttribute): void {
  const { StringAttributeConstraints: text, NumberAttributeConstraints: number } = attribute
  if (text) {
    const invalid = `Invalid StringAttributeConstraints for schema attribute ${name}`
    const min = readNumber(text.MinLength, invalid) ?? 0
    const max = readNumber(text.MaxLength, invalid) ?? MAX_TEXT_LENGTH
    if (min > MAX_TEXT_LENGTH || max > MAX_TEXT_LENGTH) {
      throw invalidParameter(`user.${name}: String attributes cannot have a length of more than ${MAX_TEXT_LENGTH}`)
    }
    if (max < min) throw invalidParameter(`user.${name}: Max length cannot be less than min length.`)
  }
  if (number) {
    const invalid = `Invalid NumberAttributeConstraints for schema attribute ${name}`
    const min = readNumber(number.MinValue, invalid) ?? -Infinity
    const max = readNumber(number.MaxValue, invalid) ?? Infinity
    if (max < min) throw invalidParameter(`user.${name}: Max value cannot be less than min value.`)
  }
}

function readNumber(text: string | undefined, invalid: string): number | undefined {
  if (text !== undefined && !/^-?\d+$/.test(text)) throw invalidParameter(invalid)
  return text === undefined ? undefined : Number(text)
}
