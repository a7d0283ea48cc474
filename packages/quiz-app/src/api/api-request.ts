import type { UserStats } from '@cognito-srp/contract'

/** Request of a product API call. */
export type ApiRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  /** Sent only if the gateway is known to accept conditions. Without it the request has the same effect but no protection. */
  condition?: { header: 'If-Match' | 'If-None-Match'; value: string } | undefined
  body?: UserStats
  signal: AbortSignal | undefined
  keepalive?: boolean | undefined
}

export type Send = (request: ApiRequest) => Promise<Response>
