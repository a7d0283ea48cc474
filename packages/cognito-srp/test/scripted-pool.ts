import type { Fetch, FetchRequest } from '../src/service/transport.ts'

/**
 * Response of the pool, which is JSON, a raw body, a dropped connection (`drop`), or no response until the client aborts
 * (`hang`).
 */
export type ScriptedAnswer =
  | { status?: number; json?: object; headers?: Record<string, string> }
  | { status?: number; text: string; headers?: Record<string, string> }
  | 'drop'
  | 'hang'

export type ScriptedRequest = {
  operation: string
  payload: Record<string, unknown>
  headers: Record<string, string>
  url: string
  request: FetchRequest
}

/** Function that returns the response to a request. */
export type Script = (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.'

/**
 * Fake network of a client, with scripted responses. Unlike a real pool, the fake can fail on request. It does not verify
 * proofs.
 */
export class ScriptedPool {
  readonly requests: ScriptedRequest[] = []
  readonly #scripts = new Map<string, Script[]>()

  /** Sets the responses to an operation, one for each request. The last response is repeated. */
  on(operation: string, ...answers: (ScriptedAnswer | Script)[]): this {
    this.#scripts.set(
      operation,
      answers.map((answer) => (typeof answer === 'function' ? answer : () => answer)),
    )
    return this
  }

  /** Names of the requested operations. */
  get operations(): string[] {
    return this.requests.map(({ operation }) => operation)
  }

  /** Returns the payload of the n-th request for an operation, by default the first. */
  payload(operation: string, index = 0): Record<string, unknown> {
    const request = this.requests.filter((request) => request.operation === operation)[index]
    if (!request) throw new Error(`${operation} was not requested ${index + 1} times.`)
    return request.payload
  }

  readonly fetch: Fetch = async (url, request) => {
    const operation = (request.headers['X-Amz-Target'] ?? '').replace(TARGET_PREFIX, '')
    const payload = JSON.parse(request.body) as Record<string, unknown>
    const scripted: ScriptedRequest = { operation, payload, headers: request.headers, url, request }
    this.requests.push(scripted)
    return respond(await this.#next(operation)(scripted), request)
  }

  #next(operation: string): Script {
    const scripts = this.#scripts.get(operation) ?? []
    const script = scripts.length > 1 ? scripts.shift() : scripts[0]
    if (!script) throw new Error(`The test did not script a response to ${operation}.`)
    return script
  }
}

/** Creates a response that the test sends later. */
export function deferredResponse(): { script: Script; send: (answer: ScriptedAnswer) => void } {
  let send: (answer: ScriptedAnswer) => void = () => {}
  const answer = new Promise<ScriptedAnswer>((resolve) => {
    send = resolve
  })
  return { script: () => answer, send }
}

/** Creates an error response in the service's format. */
export function failure(code: string, message: string = code, status: number = 400): ScriptedAnswer {
  return { status, json: { __type: code, message } }
}

async function respond(answer: ScriptedAnswer, { signal }: FetchRequest): Promise<Response> {
  if (answer === 'drop') throw new TypeError('fetch failed')
  if (answer === 'hang') return untilAborted(signal)
  const { status = 200, headers = {} } = answer
  return new Response('text' in answer ? answer.text : JSON.stringify(answer.json ?? {}), { status, headers })
}

function untilAborted(signal: FetchRequest['signal']): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}
