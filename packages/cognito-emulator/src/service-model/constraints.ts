import type { Shape, StringShape } from './model.ts'

/** One thing that the model asks of a value, in the service's words. */
export type Constraint = { holds: (value: unknown) => boolean; text: string }

const compiled = new Map<string, RegExp>()

/** What the model asks of the value itself: not of the members or items that it may have. */
export function constraintsOf(shape: Shape): Constraint[] {
  if (shape.type === 'string') return [...limits(shape, 'length', ofText), ...formOf(shape)]
  if (shape.type === 'list') return limits(shape, 'length', (value) => (value as unknown[]).length)
  if (shape.type === 'map') return limits(shape, 'length', (value) => Object.keys(value as object).length)
  return shape.type === 'integer' ? limits(shape, 'value', (value) => value as number) : []
}

const ofText = (value: unknown): number => (value as string).length

type Limits = { min?: number; max?: number }

function limits({ min, max }: Limits, what: string, measure: (value: unknown) => number): Constraint[] {
  const found: Constraint[] = []
  if (max !== undefined) {
    found.push({
      holds: (value) => measure(value) <= max,
      text: `Member must have ${what} less than or equal to ${max}`,
    })
  }
  if (min !== undefined) {
    found.push({
      holds: (value) => measure(value) >= min,
      text: `Member must have ${what} greater than or equal to ${min}`,
    })
  }
  return found
}

function formOf({ pattern, enum: values }: StringShape): Constraint[] {
  const found: Constraint[] = []
  if (pattern !== undefined) {
    found.push({
      holds: (value) => compile(pattern).test(value as string),
      text: `Member must satisfy regular expression pattern: ${pattern}`,
    })
  }
  if (values) {
    found.push({
      holds: (value) => values.includes(value as string),
      text: `Member must satisfy enum value set: [${values.join(', ')}]`,
    })
  }
  return found
}

/** The model's patterns are Java's, and all of a text must match. They are compiled when first needed. */
function compile(pattern: string): RegExp {
  const known = compiled.get(pattern)
  if (known) return known
  const isDotAll = pattern.startsWith('(?s)')
  const made = new RegExp(`^(?:${isDotAll ? pattern.slice('(?s)'.length) : pattern})$`, isDotAll ? 'us' : 'u')
  compiled.set(pattern, made)
  return made
}
