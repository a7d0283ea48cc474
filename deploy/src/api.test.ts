import { Match, type Template } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'

import { actionsOf, roleStatements } from '../test/policy.ts'
import { CHOICES } from '../test/settings-that-make-resources.ts'
import { resources, sole, soleId, synthesise } from '../test/synthesise.ts'

const template = synthesise()

test('the gateway routes the calls of the product and nothing else', () => {
  const keys = resources(template, 'AWS::ApiGatewayV2::Route').map(({ Properties }) => String(Properties['RouteKey']))
  expect(keys.toSorted()).toEqual(['DELETE /api/stats', 'GET /api/questions', 'GET /api/stats', 'PUT /api/stats'])
})

test('every route asks for a token of the pool and the client', () => {
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

test('no foreign origin is allowed: the site and the API share one address', () => {
  expect(sole(template, 'AWS::ApiGatewayV2::Api').Properties).not.toHaveProperty('CorsConfiguration')
})

test('the function takes writes of the site, whose host is not the one it is asked under', () => {
  const domain = { 'Fn::GetAtt': [soleId(template, 'AWS::CloudFront::Distribution'), 'DomainName'] }
  template.hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: { ALLOWED_ORIGINS: { 'Fn::Join': ['', ['https://', domain]] } } },
  })
})

test.each([
  ['by default', {}, 200, 400],
  ['as the settings say', { REQUESTS_PER_SECOND: '5000', REQUESTS_BURST: '5000' }, 5000, 5000],
])('requests are throttled %s', (_case, environment, rate, burst) => {
  synthesise(environment).hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    StageName: '$default',
    DefaultRouteSettings: { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst },
  })
})

test('the access log tells route and outcome, but no token, address or person', () => {
  const { AccessLogSettings } = sole(template, 'AWS::ApiGatewayV2::Stage').Properties
  const { Format } = AccessLogSettings as { Format: string }
  expect(JSON.parse(Format)).toMatchObject({ route: '$context.routeKey', status: '$context.status' })
  expect(Format).not.toMatch(/authorization|claims|header|identity|sourceIp|querystring/i)
})

test('only the gateway may call the function, each route from its own path', () => {
  const permissions = resources(template, 'AWS::Lambda::Permission')
  expect(permissions).toHaveLength(4)
  for (const { Properties } of permissions) expect(Properties['Principal']).toBe('apigateway.amazonaws.com')
  const sources = permissions.map(({ Properties }) => JSON.stringify(Properties['SourceArn']))
  const paths = sources.map((source) => String(/execute-api.*?\/([^"]*)"/.exec(source)?.[1]))
  expect(paths.toSorted()).toEqual(['*/*/api/questions', '*/*/api/stats', '*/*/api/stats', '*/*/api/stats'])
})

test('the function waits shorter than the gateway, which gives up after 30 seconds', () => {
  const { Timeout } = sole(template, 'AWS::Lambda::Function').Properties
  expect(Timeout).toBeGreaterThan(3)
  expect(Timeout).toBeLessThan(30)
})

test('the function runs the tested Node on arm64', () => {
  template.hasResourceProperties('AWS::Lambda::Function', {
    Runtime: 'nodejs24.x',
    Architectures: ['arm64'],
    Handler: 'index.handler',
  })
})

test('the function has the concurrency of the account, or what is kept for it', () => {
  const concurrency = (which: Template) =>
    sole(which, 'AWS::Lambda::Function').Properties['ReservedConcurrentExecutions']
  expect(concurrency(template)).toBeUndefined()
  expect(concurrency(synthesise(CHOICES['reserved concurrency']))).toBe(50)
})

test('the API asks whether a token was revoked when the settings say so, with no right of its own', () => {
  const asking = synthesise(CHOICES['a check of revoked tokens'])
  asking.hasResourceProperties('AWS::Lambda::Function', { Environment: { Variables: { CHECK_REVOCATION: 'true' } } })
  expect(roleStatements(asking).flatMap(actionsOf)).toEqual(roleStatements(template).flatMap(actionsOf))
})

test('requests are traced when the settings say so, with no more rights than to write traces', () => {
  expect(sole(template, 'AWS::Lambda::Function').Properties).not.toHaveProperty('TracingConfig')
  const traced = synthesise(CHOICES['tracing'])
  traced.hasResourceProperties('AWS::Lambda::Function', { TracingConfig: { Mode: 'Active' } })
  const added = roleStatements(traced).filter((statement) =>
    actionsOf(statement).some((action) => action.startsWith('xray:')),
  )
  expect(added.flatMap(actionsOf)).toEqual(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'])
})

test("the function's variables are names and addresses, no secret", () => {
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
  ['by default', {}, 30],
  ['as the settings say', { LOG_RETENTION_DAYS: '365' }, 365],
])('the logs of gateway and function are kept as long %s', (_case, environment, days) => {
  const logGroups = resources(synthesise(environment), 'AWS::Logs::LogGroup')
  expect(logGroups.map(({ Properties }) => Properties['RetentionInDays'])).toEqual([days, days])
})

test('function and stage write to the log groups that have a retention', () => {
  const ids = Object.keys(template.findResources('AWS::Logs::LogGroup'))
  const { LoggingConfig } = sole(template, 'AWS::Lambda::Function').Properties
  expect(ids).toContain((LoggingConfig as { LogGroup: { Ref: string } }).LogGroup.Ref)
  template.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
    AccessLogSettings: { DestinationArn: { 'Fn::GetAtt': [Match.stringLikeRegexp(ids.join('|')), 'Arn'] } },
  })
})
