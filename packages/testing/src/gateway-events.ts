import type { LambdaEvent } from 'hono/aws-lambda'

type RestApiEvent = Extract<LambdaEvent, { resource: string }>
type HttpApiEvent = Extract<LambdaEvent, { routeKey: string }>

type GatewayRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
  isBase64Encoded?: boolean
  /** Only HTTP APIs send cookies separately from the headers. */
  cookies?: string[]
}

const ACCOUNT = { accountId: '123456789012', apiId: 'a1b2c3d4e5', stage: '$default' }
const SOURCE_IP = '203.0.113.7'
const USER_AGENT = 'Mozilla/5.0'
const TIME = { requestTime: '21/Nov/2026:03:45:46 +0000', epochMs: 1_795_232_746_000 }

/** Creates the event that a REST API sends to a function (Lambda proxy integration, payload format 1.0). */
export function restApiEvent(request: GatewayRequest): RestApiEvent {
  const { method, path, headers, body = null, isBase64Encoded = false } = request
  return {
    version: '1.0',
    resource: '/{proxy+}',
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: {},
    multiValueQueryStringParameters: {},
    pathParameters: { proxy: path.slice(1) },
    stageVariables: {},
    requestContext: {
      ...ACCOUNT,
      authorizer: {},
      domainName: 'a1b2c3d4e5.execute-api.us-east-1.amazonaws.com',
      domainPrefix: 'a1b2c3d4e5',
      extendedRequestId: 'extended',
      httpMethod: method,
      identity: { sourceIp: SOURCE_IP, userAgent: USER_AGENT },
      path,
      protocol: 'HTTP/1.1',
      requestId: 'request',
      requestTime: TIME.requestTime,
      requestTimeEpoch: TIME.epochMs,
      resourceId: 'resource',
      resourcePath: '/{proxy+}',
    },
    body,
    isBase64Encoded,
  }
}

/** Creates the event that an HTTP API sends to a function (payload format 2.0). */
export function httpApiEvent(request: GatewayRequest): HttpApiEvent {
  const { method, path, headers, body = null, isBase64Encoded = false, cookies } = request
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath: path,
    rawQueryString: '',
    headers,
    ...(cookies && { cookies }),
    requestContext: {
      ...ACCOUNT,
      authentication: null,
      authorizer: {},
      domainName: 'a1b2c3d4e5.execute-api.us-east-1.amazonaws.com',
      domainPrefix: 'a1b2c3d4e5',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: SOURCE_IP, userAgent: USER_AGENT },
      requestId: 'request',
      routeKey: '$default',
      time: TIME.requestTime,
      timeEpoch: TIME.epochMs,
    },
    body,
    isBase64Encoded,
  }
}
