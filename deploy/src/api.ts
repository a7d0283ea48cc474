import { Stack } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

import { ApiFunction } from './api-function.ts'
import type { Identity } from './identity.ts'
import { createLogGroup } from './log-group.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store.ts'

/** Path of the API on the site's address. */
export const BASE_PATH = '/api'

/** The routes of the product's API. The gateway forwards no other request to the function. */
const ROUTES = [
  { path: `${BASE_PATH}/questions`, methods: [HttpMethod.GET] },
  { path: `${BASE_PATH}/stats`, methods: [HttpMethod.GET, HttpMethod.PUT, HttpMethod.DELETE] },
]

/**
 * Fields of the access log. The request id links an entry to the function's log. No field contains a token, an address
 * or a user name.
 */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  bytes: '$context.responseLength',
  authorizerError: '$context.authorizer.error',
  integrationError: '$context.integrationErrorMessage',
}

export type ApiProps = { identity: Identity; store: Store; settings: Settings }

/**
 * The product API, which is a gateway in front of the function. The gateway rejects callers without a token from the
 * pool's client. The gateway accepts ID tokens as well as access tokens, but the function rejects ID tokens.
 */
export class Api extends Construct {
  readonly host: string
  readonly gateway: HttpApi
  readonly serve: ApiFunction
  readonly accessLog: LogGroup

  constructor(scope: Construct, id: string, { identity, store, settings }: ApiProps) {
    super(scope, id)
    const issuer = identity.userPool.userPoolProviderUrl
    const clientId = identity.client.userPoolClientId
    this.serve = new ApiFunction(this, 'Function', {
      settings,
      environment: {
        STORE: `dynamodb:${store.table.tableName}`,
        ISSUER: issuer,
        CLIENT_IDS: clientId,
        BASE_PATH,
        ...(settings.checkRevocation && { CHECK_REVOCATION: 'true' }),
      },
    })
    store.grantServing(this.serve)

    this.gateway = new HttpApi(this, 'Gateway', {
      apiName: Stack.of(this).stackName,
      createDefaultStage: false,
      defaultAuthorizer: new HttpJwtAuthorizer('AccessTokens', issuer, { jwtAudience: [clientId] }),
    })
    const integration = new HttpLambdaIntegration('Serve', this.serve)
    for (const { path, methods } of ROUTES) this.gateway.addRoutes({ path, methods, integration })
    this.accessLog = createLogGroup(this.gateway, 'AccessLogs', settings.logRetentionDays)
    stage(this.gateway, settings, this.accessLog)
    this.host = `${this.gateway.apiId}.execute-api.${Stack.of(this).region}.amazonaws.com`
  }

  /**
   * Allows writes from pages of the site. The function sees the gateway's host name, so it would otherwise treat the
   * site as a foreign origin.
   */
  allowOrigin(origin: string): void {
    this.serve.addEnvironment('ALLOWED_ORIGINS', origin)
  }
}

function stage(gateway: HttpApi, settings: Settings, accessLog: LogGroup): HttpStage {
  return new HttpStage(gateway, 'Stage', {
    httpApi: gateway,
    autoDeploy: true,
    throttle: { rateLimit: settings.requestsPerSecond, burstLimit: settings.requestsBurst },
    accessLogSettings: {
      destination: new LogGroupLogDestination(accessLog),
      format: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
    },
  })
}
