import type { Shape, StringShape } from './model.ts'

/** One thing that the model asks of a value, in the service's words. */
export type Constraint = { holds: (value: unknown) => boolean; text: string }

const compiled = new Map<string, RegExp>()

const SHOWN = String.raw`\p{L}\p{M}\p{S}\p{N}\p{P}`
const MESSAGE = String.raw`[${SHOWN}\s*]`

/**
 * Patterns of the model that take seconds and minutes for some texts, because their parts overlap, and the same ones in
 * parts that do not: all characters first, then what must be among them.
 */
const QUICKER = new Map([
  [`[${SHOWN}]+@[${SHOWN}]+`, `(?=[${SHOWN}]+$)[^]+@[^]+`],
  [String.raw`${MESSAGE}*\{####\}${MESSAGE}*`, String.raw`(?=${MESSAGE}*$)[^]*\{####\}[^]*`],
  [String.raw`${MESSAGE}*\{##${MESSAGE}*##\}${MESSAGE}*`, String.raw`(?=${MESSAGE}*$)(?:(?!\{##)[^])*\{##[^]*##\}[^]*`],
])

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
  const plain = isDotAll ? pattern.slice('(?s)'.length) : (QUICKER.get(pattern) ?? pattern)
  const made = new RegExp(`^(?:${plain})$`, isDotAll ? 'us' : 'u')
  compiled.set(pattern, made)
  return made
}
