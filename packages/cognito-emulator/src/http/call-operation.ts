import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

import type { Fault } from '../controls.ts'
import { allOperations } from '../operations/all.ts'
import type { EmulatorOptions } from '../options.ts'
import { describeFailure } from '../printing.ts'
import { invalidParameter, ServiceError, tooManyRequests } from '../service-error.ts'
import type { Services } from '../services.ts'
import { errorResponse, success } from './answers.ts'
import { readBodyText } from './body.ts'
import { ADMIN_KEY_HEADER, isAdministrator } from './guard.ts'

const REMEDY = `Send the emulator's key in ${ADMIN_KEY_HEADER}; without a key, send it from no web page.`
/** More than any client sends: the longest tokens and attributes fit many times. */
export const MAX_BODY_BYTES = 65_536
/** How `x-amz-target` names an operation. */
export const TARGET: RegExp = /^AWSCognitoIdentityProviderService\.(\w+)$/

/** An operation as the wire sees it: which members it takes is known only by its name. */
type WireOperation = {
  access: 'anyone' | 'administrator'
  input: z.ZodType
  answer: (services: Services, input: unknown) => object | Promise<object>
}
type OperationEntry = Omit<WireOperation, 'input'> & { members: z.ZodRawShape }
type Issue = z.core.$ZodIssue

const operations = new Map<string, WireOperation>(
  Object.entries(allOperations as Record<string, OperationEntry>).map(([name, { access, members, answer }]) => [
    name,
    { access, input: z.object(members), answer },
  ]),
)

/** The connection breaks on order of a test. `fetch` rejects with a TypeError when a connection breaks, so this is one. */
export class DroppedConnectionError extends TypeError {
  constructor() {
    super('The connection was dropped by a fault that was ordered.')
  }
}

/** Answers one call of the service's API. @throws {DroppedConnectionError} on order. */
export async function callOperation(services: Services, options: EmulatorOptions, request: Request): Promise<Response> {
  const [, name = ''] = TARGET.exec(request.headers.get('x-amz-target') ?? '') ?? []
  const fault = services.faults.take(name)
  const faulty = fault && (await answerFaultily(fault))
  if (faulty) return faulty
  const answer = await answerOperation(services, options, name, request)
  if (fault?.kind === 'drop-answer') throw new DroppedConnectionError()
  return answer
}

async function answerOperation(
  services: Services,
  options: EmulatorOptions,
  name: string,
  request: Request,
): Promise<Response> {
  try {
    const operation = operations.get(name)
    if (!operation) {
      throw new ServiceError('UnknownOperationException', `There is no operation ${name || 'in x-amz-target'}.`)
    }
    if (operation.access === 'administrator' && !isAdministrator(request.headers, options)) {
      throw new ServiceError('AccessDeniedException', `${name} is an administrator's operation. ${REMEDY}`)
    }
    const input = readInput(operation.input, await readBody(request, options.maxBodyBytes ?? MAX_BODY_BYTES))
    return success(await operation.answer(services, input))
  } catch (error) {
    if (error instanceof ServiceError) return errorResponse(error)
    console.error(describeFailure(`${name} failed`, error))
    return errorResponse(new ServiceError('InternalErrorException', 'The emulator failed; its log says why.', 500))
  }
}

async function readBody(request: Request, maxBytes: number): Promise<unknown> {
  const bodyText = await readBodyText(request, maxBytes)
  try {
    // A member that is null and one that is absent are the same to the service.
    const body: unknown = JSON.parse(bodyText, (_name, value: unknown) => (value === null ? undefined : value))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body
  } catch {
    throw notJson()
  }
  throw notJson()
}

function notJson(): ServiceError {
  return new ServiceError('SerializationException', 'The request body is not a JSON object.')
}

/** The answer a fault gives in place of the operation's; none when the operation still has its turn. */
async function answerFaultily(fault: Fault): Promise<Response | undefined> {
  if (fault.kind === 'drop') throw new DroppedConnectionError()
  if (fault.kind === 'throttle') return throttled(fault.retryAfterSeconds)
  if (fault.kind === 'status') {
    const headers = { 'content-type': fault.contentType ?? 'text/html' }
    return new Response(fault.body ?? '', { status: fault.status, headers })
  }
  if (fault.kind === 'delay') await wait(fault.delayMs)
  return undefined
}

function throttled(retryAfterSeconds: number | undefined): Response {
  const headers: Record<string, string> = {}
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return errorResponse(tooManyRequests(), headers)
}

/**
 * Reads an operation's input as the service does: unknown members are ignored, a missing or ill-formed one is named.
 *
 * @throws {ServiceError} InvalidParameterException with every constraint that failed; SerializationException when a
 *   member has another JSON type.
 */
function readInput<Input>(schema: z.ZodType<Input>, body: unknown): Input {
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
  if (issue.code === 'invalid_format') {
    const [, pattern = issue.format] = /^\/\^\(\?:(.*)\)\$\/u$/.exec(String(issue['pattern'])) ?? []
    return `Member must satisfy regular expression pattern: ${pattern}`
  }
  return issue.message
}

/** `UserAttributes[0].Name` is `userAttributes.1.member.name` to the service; parameters such as `USERNAME` stay as they are. */
function memberPath({ path }: Issue): string {
  const steps = path.map((step) =>
    typeof step === 'number'
      ? `${step + 1}.member`
      : String(step).replace(/^[A-Z](?![A-Z0-9_]+$)/, (letter) => letter.toLowerCase()),
  )
  return steps.join('.') || 'request'
}
