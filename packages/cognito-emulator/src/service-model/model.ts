import model from './model.json' with { type: 'json' }

/**
 * What an operation takes, as data: the service's own model (botocore's `cognito-idp`, and what the newer AWS SDK knows
 * besides). `long-tests/service-model.long.ts` writes it and says whether it is still the same.
 */
export type ServiceModel = {
  source: string
  /** Operations, members (`Shape.Member`) and values (`Shape=value`) that only the SDK has. */
  sdkOnly: string[]
  /** The operations that are called without AWS credentials. */
  open: string[]
  /** The structure that each operation takes. */
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

/** An administrator's operation is one that the service takes only with AWS credentials. */
export function needsCredentials(operation: string): boolean {
  return !serviceModel.open.includes(operation)
}

/** Whether the service has an operation of the name. */
export function isOperation(name: string): boolean {
  return Object.hasOwn(serviceModel.operations, name)
}
