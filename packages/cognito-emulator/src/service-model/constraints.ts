import type { Shape, StringShape } from './model.ts'

/** A constraint of the model, with the service's wording. */
export type Constraint = { holds: (value: unknown) => boolean; text: string }

const compiled = new Map<string, RegExp>()

const SHOWN = String.raw`\p{L}\p{M}\p{S}\p{N}\p{P}`
const MESSAGE = String.raw`[${SHOWN}\s*]`

/**
 * Replacements for the model's patterns that take seconds or minutes for some strings, because parts of these patterns
 * overlap. Each replacement accepts the same strings as the model's pattern. A replacement first checks all characters,
 * then the required parts.
 */
const QUICKER = new Map([
  [`[${SHOWN}]+@[${SHOWN}]+`, `(?=[${SHOWN}]+$)[^]+@[^]+`],
  [String.raw`${MESSAGE}*\{####\}${MESSAGE}*`, String.raw`(?=${MESSAGE}*$)[^]*\{####\}[^]*`],
  [String.raw`${MESSAGE}*\{##${MESSAGE}*##\}${MESSAGE}*`, String.raw`(?=${MESSAGE}*$)(?:(?!\{##)[^])*\{##[^]*##\}[^]*`],
])

/** Returns the constraints of a value itself, without the constraints of its members or items. */
export function constraintsOf(shape: Shape): Constraint[] {
  if (shape.type === 'string') return [...limits(shape, 'length', ofText), ...formOf(shape)]
  if (shape.type === 'list') return limits(shape, 'length', (value) => (value as unknown[]).length)
  if (shape.type === 'map') return limits(shape, 'length', (value) => Object.keys(value as object).length)
  return shape.type === 'integer' ? limits(shape, 'value', (value) => value as number) : []
}

const ofText = (value: unknown): number => (value as string).length

type Limits = { min?: number; max?: number }

function limits({ min, max }: Limits, what: string, measure: (value: unknown) => number): Constraint[] {
  const constraints: Constraint[] = []
  if (max !== undefined) {
    constraints.push({
      holds: (value) => measure(value) <= max,
      text: `Member must have ${what} less than or equal to ${max}`,
    })
  }
  if (min !== undefined) {
    constraints.push({
      holds: (value) => measure(value) >= min,
      text: `Member must have ${what} greater than or equal to ${min}`,
    })
  }
  return constraints
}

function formOf({ pattern, enum: values }: StringShape): Constraint[] {
  const constraints: Constraint[] = []
  if (pattern !== undefined) {
    constraints.push({
      holds: (value) => compile(pattern).test(value as string),
      text: `Member must satisfy regular expression pattern: ${pattern}`,
    })
  }
  if (values) {
    constraints.push({
      holds: (value) => values.includes(value as string),
      text: `Member must satisfy enum value set: [${values.join(', ')}]`,
    })
  }
  return constraints
}

/** Compiles a pattern on first use. The model's patterns are written for Java and must match the whole string. */
function compile(pattern: string): RegExp {
  const known = compiled.get(pattern)
  if (known) return known
  const isDotAll = pattern.startsWith('(?s)')
  const plain = isDotAll ? pattern.slice('(?s)'.length) : (QUICKER.get(pattern) ?? pattern)
  const made = new RegExp(`^(?:${plain})$`, isDotAll ? 'us' : 'u')
  compiled.set(pattern, made)
  return made
}
