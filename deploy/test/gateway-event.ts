import { httpApiEvent } from '@cognito-srp/testing/gateway-events'

/** Response of a Lambda function to an HTTP API. */
export type GatewayResult = {
  statusCode: number
  body: string
  isBase64Encoded: boolean
  headers: Record<string, string>
  cookies?: string[]
}

type Call = {
  method: string
  path: string
  token: string
  body?: unknown
  cookies?: string[]
  headers?: Record<string, string>
}

/** Event for a browser's request that passed through CloudFront and the gateway. */
export function browserRequest({ method, path, token, body, cookies, headers }: Call) {
  return httpApiEvent({
    method,
    path,
    headers: {
      authorization: `Bearer ${token}`,
      host: 'abc123.execute-api.sa-east-1.amazonaws.com',
      'content-type': 'application/json',
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...headers,
    },
    ...(cookies && { cookies }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
