import { setTimeout as wait } from 'node:timers/promises'

import type { Fault } from '../controls/faults.ts'
import { allOperations } from '../operations/all.ts'
import type { EmulatorOptions } from '../options/emulator-options.ts'
import { poolsIn } from '../pools/regions.ts'
import { describeFailure } from '../printing.ts'
import { ServiceError, tooManyRequests } from '../service-error.ts'
import { isOperation, needsCredentials } from '../service-model/model.ts'
import { validateInput } from '../service-model/validate-input.ts'
import type { Services } from '../services.ts'
import { answerFor } from '../triggers/calling-program.ts'
import { MAX_BODY_BYTES, readBodyText } from './body.ts'
import { ADMIN_KEY_HEADER, isAdministrator } from './guard.ts'
import { regionOf } from './request-region.ts'
import { errorResponse, success } from './responses.ts'

const REMEDY = `Send the emulator's key in ${ADMIN_KEY_HEADER}; without a key, send it from no web page.`
/** How `x-amz-target` names an operation. */
export const TARGET: RegExp = /^AWSCognitoIdentityProviderService\.(\w+)$/

/** An operation as the wire sees it: what it takes is known only by its name. */
type WireOperation = (services: Services, input: unknown) => object | Promise<object>

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
    const operation = findOperation(name)
    if (needsCredentials(name) && !isAdministrator(request.headers, options)) {
      throw new ServiceError('AccessDeniedException', `${name} is an administrator's operation. ${REMEDY}`)
    }
    const input = validateInput(name, await readBody(request, options.maxBodyBytes ?? MAX_BODY_BYTES))
    const pools = poolsIn(services.pools, options.region ?? regionOf(request))
    const answer = () => operation({ ...services, pools }, input)
    return success(await answerFor(request.headers.get('user-agent'), answer))
  } catch (error) {
    if (error instanceof ServiceError) return errorResponse(error)
    console.error(describeFailure(`${name} failed`, error))
    return errorResponse(new ServiceError('InternalErrorException', 'The emulator failed; its log says why.', 500))
  }
}

/** @throws {ServiceError} of its own for an operation of the service that the emulator has not. */
function findOperation(name: string): WireOperation {
  if (Object.hasOwn(allOperations, name)) return (allOperations as Record<string, WireOperation>)[name] as WireOperation
  if (isOperation(name)) {
    throw new ServiceError('NotImplementedException', `The emulator does not have ${name} yet.`, 501)
  }
  throw new ServiceError('UnknownOperationException', `There is no operation ${name || 'in x-amz-target'}.`)
}

async function readBody(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const bodyText = await readBodyText(request, maxBytes)
  try {
    // A member that is null and one that is absent are the same to the service.
    const body: unknown = JSON.parse(bodyText, (_name, value: unknown) => (value === null ? undefined : value))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
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
