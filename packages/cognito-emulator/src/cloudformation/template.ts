import { z } from 'zod'

/** One resource of a template. */
export type Resource = {
  Type: string
  Properties?: Record<string, unknown> | undefined
  Condition?: string | undefined
}

/** The parts of a CloudFormation template that the emulator reads. */
export type Template = {
  Resources: Record<string, Resource>
  Parameters?: Record<string, { Type: string; Default?: unknown }> | undefined
  Conditions?: Record<string, unknown> | undefined
  Mappings?: Record<string, Record<string, Record<string, unknown>>> | undefined
}

/** Schema of a CloudFormation template. */
export const templateCheck: z.ZodType<Template> = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.record(z.string(), z.unknown()).optional(),
      Condition: z.string().optional(),
    }),
  ),
  Parameters: z.record(z.string(), z.object({ Type: z.string(), Default: z.unknown().optional() })).optional(),
  Conditions: z.record(z.string(), z.unknown()).optional(),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).optional(),
})

/** Thrown for a template value that the emulator cannot use. The message starts with the path of the value. */
export class TemplateError extends TypeError {
  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`)
  }
}
