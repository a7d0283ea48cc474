import type { UserStats } from '@cognito-srp/contract'

/** Request of a product API call. */
export type ApiRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  /**
   * Condition of a write, sent only if the gateway is known to accept conditions. An unconditional request has the same effect but can
   * overwrite another device's write.
   */
  condition?: { header: 'If-Match' | 'If-None-Match'; value: string } | undefined
  body?: UserStats
  signal: AbortSignal | undefined
  keepalive?: boolean | undefined
}

export type Send = (request: ApiRequest) => Promise<Response>
