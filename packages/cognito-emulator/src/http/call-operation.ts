import { setTimeout as wait } from 'node:timers/promises'

import type { Fault, Faults } from '../faults.ts'
import { allOperations } from '../operations/all.ts'
import type { EmulatorOptions } from '../options.ts'
import { ServiceError } from '../service-error.ts'
import type { Services } from '../services.ts'
import { failure, success } from './answers.ts'
import { ADMIN_KEY_HEADER, isAdministrator } from './door.ts'

const REMEDY = `Send the emulator's key in ${ADMIN_KEY_HEADER}; without a key, send it from no web page.`
const TARGET = /^AWSCognitoIdentityProviderService\.(\w+)$/

/** The connection breaks on order of a test. `fetch` rejects with a TypeError when a connection breaks, so this is one. */
export class DroppedConnectionError extends TypeError {
  constructor() {
    super('The connection was dropped by a fault that was ordered.')
  }
}

/** Answers one call of the service's API. @throws {DroppedConnectionError} on order. */
export async function callOperation(
  services: Services,
  faults: Faults,
  options: EmulatorOptions,
  request: Request,
): Promise<Response> {
  const [, name = ''] = TARGET.exec(request.headers.get('x-amz-target') ?? '') ?? []
  const fault = faults.take(name)
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
    const operation = Object.hasOwn(allOperations, name) ? allOperations[name] : undefined
    if (!operation)
      throw new ServiceError('UnknownOperationException', `There is no operation ${name || 'in x-amz-target'}.`)
    if (operation.access === 'administrator' && !isAdministrator(request.headers, options)) {
      throw new ServiceError('AccessDeniedException', `${name} is an administrator's operation. ${REMEDY}`)
    }
    return success(await operation.run(services, await readBody(request)))
  } catch (error) {
    if (error instanceof ServiceError) return failure(error)
    console.error(`${name} failed:`, error)
    return failure(new ServiceError('InternalErrorException', 'The emulator failed; its log says why.', 500))
  }
}

async function readBody(request: Request): Promise<unknown> {
  const bodyText = await request.text()
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
  return failure(new ServiceError('TooManyRequestsException', 'Too many requests', 429), headers)
}
