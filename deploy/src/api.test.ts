import { Match, type Template } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'

import { actionsOf, roleStatements } from '../test/policy.ts'
import { CHOICES } from '../test/settings-that-make-resources.ts'
import { resources, sole, soleId, synthesise } from '../test/synthesise.ts'

const template = synthesise()

test("the gateway has only the routes of the product's API", () => {
  const keys = resources(template, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => String(Properties['RouteKey']))
  expect(keys.toSorted()).toEqual(['DELETE /api/stats', 'GET /api/questions', 'GET /api/stats', 'PUT /api/stats'])
})

test('every route requires a token that the pool issued to the client', () => {
  const authorizerId = soleId(template, 'AWS::ApiGatewayV2::Authorizer')
  const routes = resources(template, 'AWS::ApiGatewayV2::Route')
  expect(routes).toHaveLength(4)
  for (const { Properties } of routes) {
    expect(Properties).toMatchObject({ AuthorizationType: 'JWT', AuthorizerId: { Ref: authorizerId } })
  }
  template.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
    AuthorizerType: 'JWT',
    IdentitySource: ['$request.header.Authorization'],
    JwtConfiguration: {
      Issuer: { 'Fn::GetAtt': [soleId(template, 'AWS::Cognito::UserPool'), 'ProviderURL'] },
      Audience: [{ Ref: soleId(template, 'AWS::Cognito::UserPoolClient') }],
    },
  })
})

test('CORS is not configured, because the site and the API share one address', () => {
  expect(sole(template, 'AWS::ApiGatewayV2::Api').Properties).not.toHaveProperty('CorsConfiguration')
})

test("the function accepts writes from the site, although requests reach it under the gateway's host name", () => {
  const domain = { 'Fn::GetAtt': [soleId(template, 'AWS::CloudFront::Distribution'), 'DomainName'] }
  template.hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: { ALLOWED_ORIGINS: { 'Fn::Join': ['', ['https://', domain]] } } },
  })
})

test.each([
  ['at 200 per second by default', {}, 200, 400],
  ['at the configured rate', { REQUESTS_PER_SECOND: '5000', REQUESTS_BURST: '5000' }, 5000, 5000],
])('requests are throttled %s', (_case, environment, rate, burst) => {
  synthesise(environment).hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    StageName: '$default',
    DefaultRouteSettings: { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst },
  })
})

test('the access log contains the route and the status, but no token, address or user', () => {
  const { AccessLogSettings } = sole(template, 'AWS::ApiGatewayV2::Stage').Properties
  const { Format } = AccessLogSettings as { Format: string }
  expect(JSON.parse(Format)).toMatchObject({ route: '$context.routeKey', status: '$context.status' })
  expect(Format).not.toMatch(/authorization|claims|header|identity|sourceIp|querystring/i)
})

test("only the product's gateway can invoke the function, and only for the routes' paths", () => {
  const permissions = resources(template, 'AWS::Lambda::Permission')
  expect(permissions).toHaveLength(4)
  for (const { Properties } of permissions) expect(Properties['Principal']).toBe('apigateway.amazonaws.com')
  const sources = permissions.map(({ Properties }) => JSON.stringify(Properties['SourceArn']))
  const gateway = JSON.stringify({ Ref: soleId(template, 'AWS::ApiGatewayV2::Api') })
  for (const source of sources) expect(source).toContain(`,${gateway},`)
  const paths = sources.map((source) => String(/execute-api.*?\/([^"]*)"/.exec(source)?.[1]))
  expect(paths.toSorted()).toEqual(['*/*/api/questions', '*/*/api/stats', '*/*/api/stats', '*/*/api/stats'])
})

test('the timeout of the function is shorter than the timeout of the gateway, which is 30 seconds', () => {
  const { Timeout } = sole(template, 'AWS::Lambda::Function').Properties
  expect(Timeout).toBeGreaterThan(3)
  expect(Timeout).toBeLessThan(30)
})

test('the function runs on Node 24 and arm64', () => {
  template.hasResourceProperties('AWS::Lambda::Function', {
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    Handler: 'index.handler',
  })
})

test('the function has reserved concurrency only if it is configured', () => {
  const concurrency = (which: Template) =>
    sole(which, 'AWS::Lambda::Function').Properties['ReservedConcurrentExecutions']
  expect(concurrency(template)).toBeUndefined()
  expect(concurrency(synthesise(CHOICES['reserved concurrency']))).toBe(50)
})

test('with CHECK_REVOCATION, the API checks whether tokens were revoked and needs no further permissions', () => {
  const checking = synthesise(CHOICES['a revocation check'])
  checking.hasResourceProperties('AWS::Lambda::Function', { Environment: { Variables: { CHECK_REVOCATION: 'true' } } })
  expect(roleStatements(checking).flatMap(actionsOf)).toEqual(roleStatements(template).flatMap(actionsOf))
})

test('with TRACING, requests are traced, and the function can write traces', () => {
  expect(sole(template, 'AWS::Lambda::Function').Properties).not.toHaveProperty('TracingConfig')
  const traced = synthesise(CHOICES['tracing'])
  traced.hasResourceProperties('AWS::Lambda::Function', { TracingConfig: { Mode: 'Active' } })
  const added = roleStatements(traced).filter((statement) =>
    actionsOf(statement).some((action) => action.startsWith('xray:')),
  )
  expect(added.flatMap(actionsOf)).toEqual(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'])
})

test('the function has only the expected environment variables, none of which is a secret', () => {
  const { Environment } = sole(template, 'AWS::Lambda::Function').Properties
  const { Variables } = Environment as { Variables: object }
  expect(Object.keys(Variables).toSorted()).toEqual([
    'ALLOWED_ORIGINS',
    'BASE_PATH',
    'CLIENT_IDS',
    'ISSUER',
    'NODE_OPTIONS',
    'STORE',
  ])
})

test.each([
  ['30 days by default', {}, 30],
  ['the configured number of days', { LOG_RETENTION_DAYS: '365' }, 365],
])('the logs of the gateway and the function are kept for %s', (_case, environment, days) => {
  const logGroups = resources(synthesise(environment), 'AWS::Logs::LogGroup')
  expect(logGroups.map(({ Properties }) => Properties['RetentionInDays'])).toEqual([days, days])
})

test('the function and the stage write to log groups with a retention period', () => {
  const ids = Object.keys(template.findResources('AWS::Logs::LogGroup'))
  const { LoggingConfig } = sole(template, 'AWS::Lambda::Function').Properties
  expect(ids).toContain((LoggingConfig as { LogGroup: { Ref: string } }).LogGroup.Ref)
  template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    AccessLogSettings: { DestinationArn: { 'Fn::GetAtt': [Match.stringLikeRegexp(ids.join('|')), 'Arn'] } },
  })
})
