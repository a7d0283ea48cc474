import { invalidParameter, ServiceError } from '../service-error.ts'
import { constraintsOf } from './constraints.ts'
import { MODEL_OVERRIDES, PARAMETER_LIMITS, PARAMETER_MAPS } from './model-overrides.ts'
import { serviceModel, type ListShape, type MapShape, type Shape, type StructureShape } from './model.ts'

/** Path of a value, and the failures so far. */
type Place = { path: string; isSensitive: boolean; failures: string[] }

/**
 * Reads an operation's input as the service does. Unknown members are removed, and null members count as absent.
 *
 * @param operation a name for which `isOperation` returns true
 * @returns the input of the operation
 * @throws {ServiceError} InvalidParameterException with every constraint that failed; SerializationException if a member
 *   has a different JSON type.
 */
export function validateInput(operation: string, body: Record<string, unknown>): Record<string, unknown> {
  const failures: string[] = []
  const input = serviceModel.operations[operation] ?? ''
  const read = readStructure(input, body, { path: '', isSensitive: false, failures })
  if (failures.length === 0) return read
  const count = failures.length === 1 ? '1 validation error' : `${failures.length} validation errors`
  throw invalidParameter(`${count} detected: ${failures.join('; ')}`)
}

/** @param member `Structure.member`, which can have an override */
function readValue(name: string, value: unknown, place: Place, member = name): unknown {
  const shape = shapeOf(name, member)
  if (!hasType(shape, value)) throw new ServiceError('SerializationException', `${place.path} has the wrong type.`)
  const inside = { ...place, isSensitive: place.isSensitive || shape.sensitive === true }
  for (const { holds, text } of constraintsOf(shape)) if (!holds(value)) fail(inside, value, text)
  if (shape.type === 'structure') return readStructure(name, value as Record<string, unknown>, inside)
  if (shape.type === 'list') return readList(shape, value as unknown[], inside)
  if (shape.type !== 'map') return value
  return readMap(shape, withoutAbsent(value as object), inside, PARAMETER_MAPS.has(name) ? PARAMETER_LIMITS : {})
}

function shapeOf(name: string, member: string): Shape {
  const shape = serviceModel.shapes[name]
  if (!shape) throw new Error(`The model has no shape ${name}.`)
  const override = MODEL_OVERRIDES[member] ?? MODEL_OVERRIDES[name]
  return override ? ({ type: shape.type, sensitive: shape.sensitive, ...override } as Shape) : shape
}

function readStructure(name: string, value: Record<string, unknown>, place: Place): Record<string, unknown> {
  const { members, required = [] } = shapeOf(name, name) as StructureShape
  const present = withoutAbsent(value)
  const read: Record<string, unknown> = {}
  for (const [member, memberShape] of Object.entries(members)) {
    const inside = { ...place, path: pathTo(place, toWireName(member)) }
    if (Object.hasOwn(present, member))
      read[member] = readValue(memberShape, present[member], inside, `${name}.${member}`)
    else if (required.includes(member)) failAsNull(inside)
  }
  return read
}

/**
 * The service reports failures of structures, lists and maps one by one. For items of other types, the service reports the
 * whole list and all constraints on an item.
 */
function readList({ of }: ListShape, items: unknown[], place: Place): unknown[] {
  const inside = (index: number): Place => ({ ...place, path: `${pathTo(place, String(index + 1))}.member` })
  const present = Array.from(items, (item, index) => {
    if (item === null || item === undefined) failAsNull(inside(index))
    return item
  }).filter((item) => item !== null && item !== undefined)
  const shape = shapeOf(of, of)
  if (shape.type === 'structure' || shape.type === 'list' || shape.type === 'map') {
    return present.map((item, index) => readValue(of, item, inside(index)))
  }
  checkAll(shape, present, place, { what: 'Member', value: items })
  return present
}

function readMap(
  { key, of }: MapShape,
  entries: Record<string, unknown>,
  place: Place,
  named: Readonly<Record<string, object>>,
): Record<string, unknown> {
  checkAll(shapeOf(key, key), Object.keys(entries), place, { what: 'Map keys', value: entries })
  checkAll(shapeOf(of, of), Object.values(entries), place, { what: 'Map value', value: entries })
  for (const [name, value] of Object.entries(entries)) {
    if (!Object.hasOwn(named, name)) continue
    const inside = { ...place, path: pathTo(place, name) }
    for (const { holds, text } of constraintsOf({ type: 'string', ...named[name] }))
      if (!holds(value)) fail(inside, value, text)
  }
  return entries
}

/**
 * Checks all items of a list, or all keys or values of a map. If any item fails, the failure is reported once for all items.
 */
function checkAll(
  shape: Shape,
  items: unknown[],
  place: Place,
  { what, value }: { what: string; value: unknown },
): void {
  if (!items.every((item) => hasType(shape, item))) {
    throw new ServiceError('SerializationException', `${place.path} has an item of the wrong type.`)
  }
  const constraints = constraintsOf(shape)
  if (constraints.every(({ holds }) => items.every(holds))) return
  const inside = { ...place, isSensitive: place.isSensitive || shape.sensitive === true }
  fail(inside, value, `${what} must satisfy constraint: [${constraints.map(({ text }) => text).join(', ')}]`)
}

function hasType({ type }: Shape, value: unknown): boolean {
  if (type === 'string' || type === 'blob') return typeof value === 'string'
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'timestamp') return typeof value === 'number'
  if (type === 'boolean') return typeof value === 'boolean'
  return type === 'list' ? Array.isArray(value) : isObject(value) && !Array.isArray(value)
}

function withoutAbsent(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined))
}

function fail({ path, isSensitive, failures }: Place, value: unknown, text: string): void {
  const shown = isSensitive ? undefined : show(value)
  failures.push(`Value ${shown === undefined ? '' : `'${shown}' `}at '${path}' failed to satisfy constraint: ${text}`)
}

function failAsNull({ path, failures }: Place): void {
  failures.push(`Value null at '${path}' failed to satisfy constraint: Member must not be null`)
}

/** Formats a value as the service does. Returns undefined for a list of objects. */
function show(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.some(isObject) ? undefined : `[${value.join(', ')}]`
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, text]) => `${name}=${String(text)}`)
      .join(', ')}}`
  return String(value)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function pathTo({ path }: Place, step: string): string {
  return path ? `${path}.${step}` : step
}

/** Returns the name of a member in the service's messages: `UserPoolId` becomes `userPoolId`. */
function toWireName(member: string): string {
  return member.replace(/^[A-Z]/, (letter) => letter.toLowerCase())
}
