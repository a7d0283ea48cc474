import type { UserStats } from '@cognito-srp/contract'

/** A call of the product API. */
export type ApiRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  /** Sent where the gateway is known to take conditions; a request means the same without it, less carefully. */
  condition?: { header: 'If-Match' | 'If-None-Match'; value: string } | undefined
  body?: UserStats
  signal: AbortSignal | undefined
  keepalive?: boolean | undefined
}

export type Send = (request: ApiRequest) => Promise<Response>
