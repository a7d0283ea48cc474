import type { z } from 'zod'

import { invalidParameter, ServiceError } from '../service-error.ts'

type Issue = z.core.$ZodIssue

/**
 * Reads an operation's input as the service does: unknown members are ignored, a missing or ill-formed one is named.
 *
 * @throws {ServiceError} InvalidParameterException with every constraint that failed; SerializationException when a
 *   member has another JSON type.
 */
export function readInput<Input>(schema: z.ZodType<Input>, body: unknown): Input {
  const parsed = schema.safeParse(body, { reportInput: true })
  if (parsed.success) return parsed.data
  const wrongType = parsed.error.issues.find((issue) => issue.code === 'invalid_type' && issue.input !== undefined)
  if (wrongType) throw new ServiceError('SerializationException', `${memberPath(wrongType)} has the wrong type.`)
  const failures = parsed.error.issues.map(describe)
  const count = failures.length === 1 ? '1 validation error' : `${failures.length} validation errors`
  throw invalidParameter(`${count} detected: ${failures.join('; ')}`)
}

function describe(issue: Issue): string {
  const value = issue.input === undefined ? 'Value null at' : 'Value at'
  return `${value} '${memberPath(issue)}' failed to satisfy constraint: ${constraintOf(issue)}`
}

function constraintOf(issue: Issue): string {
  if (issue.input === undefined) return 'Member must not be null'
  if (issue.code === 'too_small') return `Member must have length greater than or equal to ${issue.minimum}`
  if (issue.code === 'too_big') return `Member must have length less than or equal to ${issue.maximum}`
  if (issue.code === 'invalid_value') return `Member must satisfy enum value set: [${issue.values.join(', ')}]`
  if (issue.code === 'invalid_format')
    return `Member must satisfy regular expression pattern: ${issue['pattern'] ?? issue.format}`
  return issue.message
}

/** `UserAttributes[0].Name` is `userAttributes.1.member.name` to the service. */
function memberPath({ path }: Issue): string {
  const steps = path.map((step) =>
    typeof step === 'number' ? `${step + 1}.member` : String(step).replace(/^[A-Z]/, (letter) => letter.toLowerCase()),
  )
  return steps.join('.') || 'request'
}
