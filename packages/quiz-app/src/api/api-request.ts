import type { UserStats } from '@cognito-srp/contract'

/** Request to the product API. */
export type ApiRequest = {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  /**
   * Condition of the request. A gateway on another origin receives conditions only after the app has received an `ETag` from that
   * gateway. Without the condition, a write can overwrite another device's write.
   */
  condition?: { header: 'If-Match' | 'If-None-Match'; value: string } | undefined
  body?: UserStats
  signal: AbortSignal | undefined
  keepalive?: boolean | undefined
}

export type Send = (request: ApiRequest) => Promise<Response>
