import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { ServiceModel, Shape } from '../../src/service-model/model.ts'
import { readSdk, type SdkOperation, type SdkType } from '../../test/sdk-model.ts'

/** A shape in botocore's format. */
type BotocoreShape = {
  type: string
  min?: number
  max?: number
  pattern?: string
  enum?: string[]
  sensitive?: true
  document?: boolean
  required?: string[]
  members?: Record<string, { shape: string }>
  member?: { shape: string }
  key?: { shape: string }
  value?: { shape: string }
}
type BotocoreModel = {
  operations: Record<string, { input: { shape: string }; errors?: { shape: string }[]; authtype?: string }>
  shapes: Record<string, BotocoreShape>
}

/** Result of the generation: the model that the emulator reads, and the errors that only tests read. */
export type Generated = { model: ServiceModel; errors: Record<string, string[]> }

const PYTHON = 'import botocore; print(botocore.__version__); print(botocore.__path__[0])'

/**
 * Reads the model from the botocore installation on this machine. Returns undefined if Python or botocore is missing.
 */
export function readBotocore(): { model: BotocoreModel; source: string } | undefined {
  let printed: string
  try {
    printed = execFileSync('python3', ['-c', PYTHON], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
  const [version = '', folder = ''] = printed.trim().split('\n')
  const file = join(folder, 'data/cognito-idp/2016-04-18/service-2.json.gz')
  const date = statSync(file).mtime.toISOString().slice(0, 10)
  const model = JSON.parse(gunzipSync(readFileSync(file)).toString()) as BotocoreModel
  return { model, source: `botocore ${version} of ${date}, cognito-idp 2016-04-18` }
}

/**
 * Merges the inputs of all operations from botocore with the members that only the newer SDK has. The SDK does not contain
 * constraints, so the members from the SDK have no constraints. Shapes that no input uses are omitted.
 */
export function generate({ model: botocore, source }: NonNullable<ReturnType<typeof readBotocore>>): Generated {
  const sdk = readSdk()
  const model: ServiceModel = {
    source: `${source}; ${sdkPackage()}`,
    sdkOnly: [],
    open: [],
    operations: {},
    shapes: {},
  }
  const merging = { botocore, sdk, model }
  const errors: Record<string, string[]> = {}
  for (const name of Object.keys(sdk.operations).toSorted()) {
    const known = botocore.operations[name]
    const newer = sdk.operations[name] as SdkOperation
    if (!known) model.sdkOnly.push(name)
    model.operations[name] = addSdkType(merging, newer.input, known?.input.shape)
    if (newer.isOpen) model.open.push(name)
    errors[name] = (known?.errors?.map(({ shape }) => shape) ?? newer.errors).toSorted()
  }
  return { model: { ...model, shapes: sortKeys(model.shapes) }, errors }
}

/** The two models to merge, and the resulting model. */
type Merging = { botocore: BotocoreModel; sdk: ReturnType<typeof readSdk>; model: ServiceModel }

/** Adds an SDK type, merged with botocore's shape if there is one. Returns the type's name in the model. */
function addSdkType(merging: Merging, type: SdkType, botocoreName?: string): string {
  const { botocore, model } = merging
  const { shapes } = model
  const known = botocoreName === undefined ? undefined : botocore.shapes[botocoreName]
  if (known && botocoreName !== undefined && type.kind !== 'structure' && type.kind !== 'list') {
    return addBotocoreShape(merging, botocoreName)
  }
  const name = botocoreName ?? type.name
  if (shapes[name]) return name
  const hidden = type.isSensitive ? { sensitive: true as const } : {}
  if (type.kind === 'structure') {
    const members: Record<string, string> = {}
    const required = type.required.length > 0 ? { required: type.required } : {}
    shapes[name] = { type: 'structure', members, ...required, ...hidden }
    for (const [member, memberType] of Object.entries(type.members)) {
      const inBotocore = known?.members?.[member]?.shape
      if (known && inBotocore === undefined) model.sdkOnly.push(`${name}.${member}`)
      members[member] = addSdkType(merging, memberType, inBotocore)
    }
  } else if (type.kind === 'list') {
    const limits = known ? limitsOf(known) : {}
    shapes[name] = { type: 'list', of: addSdkType(merging, type.of, known?.member?.shape), ...limits, ...hidden }
  } else if (type.kind === 'map') {
    shapes[name] = {
      type: 'map',
      key: addSdkType(merging, type.key),
      of: addSdkType(merging, type.of),
      ...hidden,
    }
  } else {
    shapes[name] = { type: type.kind, ...hidden }
  }
  return name
}

function addBotocoreShape(merging: Merging, name: string): string {
  const { botocore, sdk, model } = merging
  const { shapes } = model
  const known = botocore.shapes[name]
  if (!known) throw new Error(`botocore does not define the shape ${name}.`)
  if (shapes[name]) return name
  const shape = toShape(known)
  shapes[name] = shape
  const newerValues = sdk.enums[name]
  if (shape.type === 'string' && newerValues) {
    const values = shape.enum ?? []
    for (const value of newerValues.filter((newer) => !values.includes(newer))) {
      model.sdkOnly.push(`${name}=${value}`)
      values.push(value)
    }
  }
  if (shape.type === 'map') for (const part of [shape.key, shape.of]) addBotocoreShape(merging, part)
  return name
}

function toShape(known: BotocoreShape): Shape {
  const { pattern, enum: values, sensitive } = known
  const hidden = sensitive ? { sensitive } : {}
  switch (known.type) {
    case 'string': {
      const form = { ...(pattern && { pattern }), ...(values && { enum: [...values] }) }
      return { type: 'string', ...limitsOf(known), ...form, ...hidden }
    }
    case 'integer':
    case 'long':
      return { type: 'integer', ...limitsOf(known) }
    case 'map':
      return { type: 'map', key: known.key?.shape ?? '', of: known.value?.shape ?? '', ...limitsOf(known), ...hidden }
    case 'boolean':
    case 'timestamp':
    case 'blob':
      return { type: known.type }
    default:
      if (known.document) return { type: 'document' }
      throw new Error(`Shapes of type ${known.type} are not supported.`)
  }
}

function limitsOf({ min, max }: BotocoreShape): { min?: number; max?: number } {
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

function sortKeys<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function sdkPackage(): string {
  const name = '@aws-sdk/client-cognito-identity-provider'
  const path = createRequire(import.meta.url).resolve(name)
  const [folder = ''] = path.split('/dist-cjs/')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return `${name} ${version}`
}

/** Formats a model as JSON with one operation, shape or list per line, so that a diff shows only what changed. */
export function formatLines(value: object): string {
  const lines = Object.entries(value).map(([name, part]) => {
    if (typeof part !== 'object' || Array.isArray(part)) return `"${name}": ${JSON.stringify(part)}`
    const inner = Object.entries(part as object).map(([key, entry]) => `"${key}": ${JSON.stringify(entry)}`)
    return `"${name}": {\n${inner.join(',\n')}\n}`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}
