import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import * as sdk from '@aws-sdk/client-cognito-identity-provider'

/** A type in the SDK's schemas, which have no lengths, patterns or values. */
export type SdkType = { name: string; isSensitive: boolean } & (
  | { kind: 'string' | 'integer' | 'boolean' | 'timestamp' | 'blob' | 'document' }
  | { kind: 'list'; of: SdkType }
  | { kind: 'map'; key: SdkType; of: SdkType }
  | { kind: 'structure'; members: Record<string, SdkType>; required: string[] }
)
export type SdkOperation = {
  input: SdkType & { kind: 'structure' }
  /** Whether the operation is called without AWS credentials. */
  isOpen: boolean
  errors: string[]
}

// The SDK encodes a schema as an array that starts with the type's kind, or as the kind's number if the type has no traits.
const KINDS: Record<number, 'string' | 'integer' | 'boolean' | 'timestamp' | 'blob' | 'document'> = {
  0: 'string',
  1: 'integer',
  2: 'boolean',
  4: 'timestamp',
  5: 'timestamp',
  6: 'timestamp',
  7: 'timestamp',
  15: 'document',
  21: 'blob',
}
const NAMES: Record<string, string> = {
  string: 'String',
  integer: 'Integer',
  boolean: 'Boolean',
  timestamp: 'Timestamp',
  blob: 'Blob',
  document: 'Document',
}
const LIST_OF = 64
const MAP_OF = 128
const SENSITIVE = 8
const LIST = 1
const MAP = 2
const STRUCTURE = 3
const OPERATION = 9

type Schema = number | readonly unknown[] | (() => Schema)

/** Reads the inputs of all operations and the values of all enumerations from the AWS SDK. */
export function readSdk(): { operations: Record<string, SdkOperation>; enums: Record<string, string[]> } {
  const { config } = new sdk.CognitoIdentityProviderClient({ region: 'us-east-1' })
  const operations: Record<string, SdkOperation> = {}
  const enums: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(sdk as Record<string, unknown>)) {
    if (isEnumeration(name, value)) enums[name] = Object.values(value)
    if (!Array.isArray(value) || value[0] !== OPERATION) continue
    const operation = String(value[2])
    const schemes = config.httpAuthSchemeProvider({ operation, region: 'us-east-1' })
    operations[operation] = {
      input: readType(value[4] as Schema) as SdkOperation['input'],
      isOpen: schemes.some(({ schemeId }) => schemeId === 'smithy.api#noAuth'),
      errors: readErrors(operation),
    }
  }
  return { operations, enums }
}

function isEnumeration(name: string, value: unknown): value is Record<string, string> {
  if (!/^[A-Z]\w+$/.test(name) || typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const values = Object.values(value)
  return values.length > 0 && values.every((item) => typeof item === 'string')
}

function readType(schema: Schema): SdkType {
  if (typeof schema === 'function') return readType(schema())
  if (typeof schema === 'number') return readNumber(schema)
  if (schema.length === 2) {
    const [of, traits] = schema as readonly [Schema, number] // a member that has its own traits
    const type = readType(of)
    return traits === SENSITIVE ? { ...type, isSensitive: true } : type
  }
  const [kind, , name, traits, first, second, requiredCount = 0] = schema as readonly [
    number,
    string,
    string,
    number,
    Schema,
    Schema,
    number?,
  ]
  const common = { name, isSensitive: traits === SENSITIVE }
  if (kind === LIST) return { ...common, kind: 'list', of: readType(first) }
  if (kind === MAP) return { ...common, kind: 'map', key: readType(first), of: readType(second) }
  if (kind === STRUCTURE) {
    const members = first as readonly unknown[] as readonly string[]
    const types = second as readonly Schema[]
    const entries = members.map((member, index) => [member, readType(types[index] as Schema)] as const)
    return {
      ...common,
      kind: 'structure',
      members: Object.fromEntries(entries),
      required: members.slice(0, requiredCount),
    }
  }
  return { ...common, ...readSimple(first as number) }
}

function readNumber(schema: number): SdkType {
  if (schema >= MAP_OF) {
    const of = readNumber(schema - MAP_OF)
    return { name: `MapOf${of.name}`, isSensitive: false, kind: 'map', key: readNumber(0), of }
  }
  if (schema >= LIST_OF) {
    const of = readNumber(schema - LIST_OF)
    return { name: `ListOf${of.name}`, isSensitive: false, kind: 'list', of }
  }
  const simple = readSimple(schema)
  return { name: NAMES[simple.kind] ?? '', isSensitive: false, ...simple }
}

function readSimple(schema: number): { kind: 'string' | 'integer' | 'boolean' | 'timestamp' | 'blob' | 'document' } {
  const kind = KINDS[schema]
  if (!kind) throw new Error(`The SDK's schema ${schema} is unknown. Add it to KINDS.`)
  return { kind }
}

/** Reads an operation's errors from the comments of the SDK's types. No other part of the SDK lists the errors. */
function readErrors(operation: string): string[] {
  const path = createRequire(import.meta.url).resolve('@aws-sdk/client-cognito-identity-provider')
  const [folder = ''] = path.split('/dist-cjs/')
  const types = readFileSync(join(folder, `dist-types/commands/${operation}Command.d.ts`), 'utf8')
  const names = [...types.matchAll(/@throws \{@link (\w+)\}/g)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'CognitoIdentityProviderServiceException')
}
