import { ADMIN_KEY_HEADER } from '../../http/guard.ts'
import { signRequest, type Credentials } from './signature.ts'

const TIMEOUT_MS = 30_000

/** Credentials for emulators, which accept any signature. */
const ANY_CREDENTIALS: Credentials = { accessKeyId: 'conform', secretAccessKey: 'conform' }

/** Options for the connection to an endpoint. */
export type EndpointOptions = {
  url: string
  /** Default: us-east-1. */
  region?: string | undefined
  /** Administrator key, if the endpoint is an emulator with an administrator key. */
  adminKey?: string | undefined
  /** Credentials that are used only for AWS. */
  credentials?: Credentials | undefined
  fetch?: ((request: Request) => Promise<Response>) | undefined
}

/** An endpoint with the service's API. */
export type Endpoint = {
  /** @throws {EndpointError} */
  call: <Answer = unknown>(operation: string, input: object) => Promise<Answer>
  /** Returns the newest code that was sent to the user, or undefined if the endpoint does not show codes. */
  sentCode: (username: string) => Promise<string | undefined>
  /** Moves the endpoint's clock forward. Returns whether that was possible. */
  advanceClock: (seconds: number) => Promise<boolean>
}

/** Error response of the endpoint. */
export class EndpointError extends Error {
  readonly code: string
  readonly status: number

  constructor(operation: string, code: string, message: string, status: number) {
    super(`${operation}: ${code}${message ? `: ${message}` : ''}`)
    this.code = code
    this.status = status
  }

  /**
   * Whether the endpoint does not have the operation, or failed during the operation. An error of this kind does not
   * count as a refusal.
   */
  get isUnsupported(): boolean {
    return this.status >= 500 || this.status === 404 || /Unknown(Operation|Action)|Not(Yet)?Implemented/.test(this.code)
  }
}

/** Opens an endpoint. */
export function openEndpoint({ url, region = 'us-east-1', adminKey, credentials, fetch }: EndpointOptions): Endpoint {
  const address = new URL(url)
  const send = fetch ?? ((request: Request) => globalThis.fetch(request))
  const signer = /(^|\.)amazonaws\.com$/.test(address.hostname) ? credentials : ANY_CREDENTIALS
  const adminHeaders: Record<string, string> = adminKey === undefined ? {} : { [ADMIN_KEY_HEADER]: adminKey }

  async function call<Answer>(operation: string, input: object): Promise<Answer> {
    const body = JSON.stringify(input)
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    }
    const signed = signer
      ? signRequest({ url: address, headers, body }, signer, { region, nowMs: Date.now() })
      : headers
    const response = await send(
      new Request(address, {
        method: 'POST',
        headers: { ...signed, ...adminHeaders },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    )
    const answer = await readJson(response)
    if (response.ok && answer !== undefined) return answer as Answer
    const { __type: type = '', message = '', Message = message } = answer ?? {}
    const code = String(type).split('#').at(-1) || `HTTP ${response.status}`
    throw new EndpointError(operation, code, String(Message), response.ok ? 500 : response.status)
  }

  const control = async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    const request = new Request(new URL(`_emulator/${path}`, `${address.href.replace(/\/$/, '')}/`), {
      ...init,
      headers: adminHeaders,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const response = await send(request)
    return response.ok ? response : undefined
  }

  async function sentCode(username: string): Promise<string | undefined> {
    const response = await control('outbox')
    const messages: unknown = response && (await response.json().catch(() => undefined))
    if (!Array.isArray(messages)) return undefined
    return (messages as { username: string; code: string }[]).findLast((message) => message.username === username)?.code
  }

  async function advanceClock(seconds: number): Promise<boolean> {
    const response = await control('clock', { method: 'POST', body: JSON.stringify({ advanceSeconds: seconds }) })
    return response !== undefined
  }

  return { call, sentCode, advanceClock }
}

async function readJson(response: Response): Promise<Record<string, unknown> | undefined> {
  try {
    const text = await response.text()
    const value: unknown = text === '' ? {} : JSON.parse(text) // some operations return an empty body
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
