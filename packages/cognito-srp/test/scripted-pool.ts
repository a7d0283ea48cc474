import type { Fetch, FetchRequest } from '../src/service/transport.ts'

/** What the pool says next: JSON with a status, a raw body, a cut connection, or nothing until the client gives up. */
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

/** Decides on an answer while the request waits. */
export type Script = (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.'

/**
 * The network's end of a client, saying what a test tells it to, for the failures that a real pool does not make on
 * order. It never verifies anything.
 */
export class ScriptedPool {
  readonly requests: ScriptedRequest[] = []
  readonly #scripts = new Map<string, Script[]>()

  /** Answers of an operation, one request after the other; the last one is repeated. */
  on(operation: string, ...answers: (ScriptedAnswer | Script)[]): this {
    this.#scripts.set(
      operation,
      answers.map((answer) => (typeof answer === 'function' ? answer : () => answer)),
    )
    return this
  }

  /** The operations asked for so far. */
  get operations(): string[] {
    return this.requests.map(({ operation }) => operation)
  }

  /** Payload of the only, or the n-th, request of an operation. */
  payload(operation: string, index = 0): Record<string, unknown> {
    const request = this.requests.filter((request) => request.operation === operation)[index]
    if (!request) throw new Error(`There was no request ${index} of ${operation}.`)
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
    if (!script) throw new Error(`The test scripted no answer for ${operation}.`)
    return script
  }
}

/** An answer that the test gives when it is time. */
export function heldAnswer(): { script: Script; give: (answer: ScriptedAnswer) => void } {
  let give: (answer: ScriptedAnswer) => void = () => {}
  const answer = new Promise<ScriptedAnswer>((resolve) => {
    give = resolve
  })
  return { script: () => answer, give }
}

/** An answer that reports a failure, as the service writes it. */
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
