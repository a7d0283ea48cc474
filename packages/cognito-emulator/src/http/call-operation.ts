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

const REMEDY = `Send the emulator's key in ${ADMIN_KEY_HEADER}. If the emulator has no key, do not call it from a web page.`
/** Pattern of the `x-amz-target` header, with the operation in the first group. */
export const TARGET: RegExp = /^AWSCognitoIdentityProviderService\.(\w+)$/

/** An operation that is looked up by name, so the type of its input is unknown. */
type WireOperation = (services: Services, input: unknown) => object | Promise<object>

/**
 * Thrown when an injected fault closes the connection. The class extends TypeError, because `fetch` rejects with a TypeError
 * when a connection breaks.
 */
export class DroppedConnectionError extends TypeError {
  constructor() {
    super('A fault dropped the connection.')
  }
}

/**
 * Handles one call to the service's API.
 *
 * @throws {DroppedConnectionError} if an injected fault drops the connection.
 */
export async function callOperation(services: Services, options: EmulatorOptions, request: Request): Promise<Response> {
  const [, name = ''] = TARGET.exec(request.headers.get('x-amz-target') ?? '') ?? []
  const fault = services.faults.take(name)
  const faultResponse = fault && (await applyFault(fault))
  if (faultResponse) return faultResponse
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
    return errorResponse(
      new ServiceError('InternalErrorException', 'The emulator failed. See its log for the reason.', 500),
    )
  }
}

/**
 * @throws {ServiceError} NotImplementedException for an operation that the emulator does not implement;
 *   UnknownOperationException
 */
function findOperation(name: string): WireOperation {
  if (Object.hasOwn(allOperations, name)) return (allOperations as Record<string, WireOperation>)[name] as WireOperation
  if (isOperation(name)) {
    throw new ServiceError('NotImplementedException', `The emulator does not implement ${name}.`, 501)
  }
  throw new ServiceError(
    'UnknownOperationException',
    name === '' ? 'The header x-amz-target is missing or malformed.' : `The service has no operation ${name}.`,
  )
}

async function readBody(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const bodyText = await readBodyText(request, maxBytes)
  try {
    // The service treats null members as missing.
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

/** Applies a fault. Returns the fault's response, or undefined if the operation still has to run. */
async function applyFault(fault: Fault): Promise<Response | undefined> {
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
