import model from './model.json' with { type: 'json' }

/**
 * Inputs of all operations: the service's own model (botocore's `cognito-idp`) plus the members that only the newer AWS
 * SDK has. `long-tests/service-model.long.ts` writes the model and checks that it is up to date.
 */
export type ServiceModel = {
  source: string
  /** Operations, members (`Shape.Member`) and values (`Shape=value`) that only the SDK has. */
  sdkOnly: string[]
  /** Operations that do not require AWS credentials. */
  open: string[]
  /** Input structure of each operation. */
  operations: Record<string, string>
  shapes: Record<string, Shape>
}

export type StringShape = {
  type: 'string'
  min?: number
  max?: number
  pattern?: string
  enum?: string[]
  sensitive?: true
}
export type StructureShape = {
  type: 'structure'
  members: Record<string, string>
  required?: string[]
  sensitive?: true
}
export type ListShape = { type: 'list'; of: string; min?: number; max?: number; sensitive?: true }
export type MapShape = { type: 'map'; key: string; of: string; min?: number; max?: number; sensitive?: true }
export type IntegerShape = { type: 'integer'; min?: number; max?: number; sensitive?: true }
export type PlainShape = { type: 'boolean' | 'timestamp' | 'blob' | 'document'; sensitive?: true }
export type Shape = StringShape | StructureShape | ListShape | MapShape | IntegerShape | PlainShape

export const serviceModel: ServiceModel = model as unknown as ServiceModel

/** Whether an operation requires AWS credentials, which makes it an administrator operation. */
export function needsCredentials(operation: string): boolean {
  return !serviceModel.open.includes(operation)
}

/** Whether the service has an operation with this name. */
export function isOperation(name: string): boolean {
  return Object.hasOwn(serviceModel.operations, name)
}
