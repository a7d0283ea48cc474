/** What a Lambda function answers to an HTTP API. */
export type GatewayResult = {
  statusCode: number
  body: string
  isBase64Encoded: boolean
  headers: Record<string, string>
  cookies?: string[]
}

/** Cookies stand beside the headers in this format. */
type Call = {
  method: string
  path: string
  token: string
  body?: unknown
  cookies?: string[]
  headers?: Record<string, string>
}

/** A request as API Gateway's HTTP APIs hand it to a function (payload format 2.0). */
export function gatewayEvent({ method, path, token, body, cookies, headers }: Call) {
  return {
    version: '2.0',
    routeKey: `${method} ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: {
      authorization: `Bearer ${token}`,
      host: 'abc123.execute-api.sa-east-1.amazonaws.com',
      'content-type': 'application/json',
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...headers,
    },
    requestContext: {
      accountId: '123456789012',
      apiId: 'abc123',
      domainName: 'abc123.execute-api.sa-east-1.amazonaws.com',
      domainPrefix: 'abc123',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'id',
      routeKey: `${method} ${path}`,
      stage: '$default',
      time: '21/Nov/2026:04:00:00 +0000',
      timeEpoch: 0,
    },
    ...(cookies && { cookies }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  }
}
