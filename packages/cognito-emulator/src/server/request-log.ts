import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MiddlewareHandler } from 'hono'

import { MAX_BODY_BYTES, readBodyText } from '../http/body.ts'
import { TARGET } from '../http/call-operation.ts'
import { withoutUploadKey } from '../operations/user-import-jobs.ts'
import { describeFailure, type AnsweredRequest } from '../printing.ts'

/** Maximum length of a name. Longer values cannot be names and are not logged. */
const MAX_NAME_LENGTH = 131

/** User pool id, app client id and user name in a request. */
type Parties = Pick<AnsweredRequest, 'userPoolId' | 'clientId' | 'username'>

/**
 * Calls `onRequest` for every request that reaches the emulator's `fetch`, once its response is ready or its connection is
 * dropped. Errors thrown by `onRequest` do not break the response.
 */
export function reportRequests(onRequest: (request: AnsweredRequest) => void): MiddlewareHandler {
  return async (context, next) => {
    const startedAtMs = performance.now()
    const { raw } = context.req
    const reading = readParties(raw.body ? raw.clone() : raw)
    let answer: Response | undefined
    try {
      await next()
      answer = context.res
    } finally {
      const request = {
        method: raw.method,
        path: withoutUploadKey(new URL(raw.url).pathname),
        ...operationOf(raw),
        ...(await Promise.race([reading, nextTurn({})])), // a body that never ends must not delay the response
        ...(answer && { status: answer.status, ...errorOf(answer) }),
        durationMs: performance.now() - startedAtMs,
      }
      callOnRequest(onRequest, request)
    }
  }
}

function callOnRequest(onRequest: (request: AnsweredRequest) => void, request: AnsweredRequest): void {
  try {
    onRequest(request)
  } catch (error) {
    console.error(describeFailure('onRequest failed', error))
  }
}

function operationOf({ headers }: Request): { operation?: string } {
  const [, operation] = TARGET.exec(headers.get('x-amz-target') ?? '') ?? []
  return operation === undefined ? {} : { operation }
}

function errorOf({ headers }: Response): { error?: string } {
  const [error = ''] = headers.get('x-amzn-errortype')?.split(':') ?? []
  return error === '' ? {} : { error }
}

/**
 * Reads the user pool id, app client id and user name from a request, but no secrets. Reads the body of an API call, the fields
 * of a form, or the query of a request without a body.
 */
async function readParties(request: Request): Promise<Parties> {
  if (!request.body) return partiesOfForm(new URL(request.url).searchParams)
  try {
    const text = await readBodyText(request, MAX_BODY_BYTES)
    const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
    return isForm ? partiesOfForm(new URLSearchParams(text)) : partiesOfCall(JSON.parse(text))
  } catch {
    return {} // the response reports a missing or malformed body
  }
}

function partiesOfForm(form: URLSearchParams): Parties {
  return validNames({ clientId: form.get('client_id'), username: form.get('username') })
}

function partiesOfCall(body: unknown): Parties {
  const call = membersOf(body)
  const answers = { ...membersOf(call['AuthParameters']), ...membersOf(call['ChallengeResponses']) }
  const username = call['Username'] ?? answers['USERNAME']
  return validNames({ userPoolId: call['UserPoolId'], clientId: call['ClientId'], username })
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function validNames(parties: { [Name in keyof Parties]: unknown }): Parties {
  const isName = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH
  return Object.fromEntries(Object.entries(parties).filter(([, value]) => isName(value)))
}
