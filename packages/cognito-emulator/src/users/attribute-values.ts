import type { AttributeSchema } from '../options/pool-options.ts'

/** Default maximum length of an attribute value. */
const MAX_LENGTH = 2048

/** Returns the service's message for an invalid value, or undefined if the value is valid. */
export function valueFault(schema: AttributeSchema, value: string): string | undefined {
  return faultOf[schema.dataType](schema, value)
}

const faultOf: Record<AttributeSchema['dataType'], (schema: AttributeSchema, value: string) => string | undefined> = {
  String({ minLength = 0, maxLength = MAX_LENGTH }, { length }) {
    if (length < minLength) return `String must be no shorter than ${minLength} characters`
    return length > maxLength ? `String must be no longer than ${maxLength} characters` : undefined
  },
  Number({ minValue = -Infinity, maxValue = Infinity }, value) {
    if (!/^[+-]?\d+(?:\.\d+)?$/.test(value)) return 'Attribute value must be a number'
    if (Number(value) < minValue) return `Number must be no less than ${minValue}`
    return Number(value) > maxValue ? `Number must be no greater than ${maxValue}` : undefined
  },
  Boolean: (_schema, value) => (/^(?:true|false)$/i.test(value) ? undefined : 'Attribute value must be a boolean'),
  DateTime: (_schema, value) =>
    Number.isNaN(new Date(/^\d+$/.test(value) ? Number(value) : value).getTime())
      ? 'Attribute value must be a date and time'
      : undefined,
}
