import { Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'

import { CHOICES } from '../test/settings-that-make-resources.ts'
import { resources, sole, soleId, synthesise } from '../test/synthesise.ts'

const ALARM = 'AWS::CloudWatch::Alarm'
const WITH_ALARMS = CHOICES['alarms']
const template = synthesise(WITH_ALARMS)

test('without ALARM_EMAIL, the stack has no alarm, topic, key or metric filter', () => {
  for (const type of [ALARM, 'AWS::SNS::Topic', 'AWS::KMS::Key', 'AWS::Logs::MetricFilter'])
    expect(resources(synthesise(), type)).toEqual([])
})

test.each([
  ["the API's server errors", 'AWS/ApiGateway', '5xx', 'Sum'],
  ['rejected requests', 'revisa', 'RefusedRequests', 'Sum'],
  ["the function's errors", 'AWS/Lambda', 'Errors', 'Sum'],
  ["the function's throttles", 'AWS/Lambda', 'Throttles', 'Sum'],
  ["the function's longest request", 'AWS/Lambda', 'Duration', 'Maximum'],
  ["Cognito's throttled sign-ins", 'AWS/Cognito', 'SignInThrottles', 'Sum'],
  ["Cognito's throttled refreshes", 'AWS/Cognito', 'TokenRefreshThrottles', 'Sum'],
])('an alarm watches %s', (_what, Namespace, MetricName, Statistic) => {
  template.hasResourceProperties(ALARM, {
    Namespace,
    MetricName,
    Statistic,
    Period: 300,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  })
})

test.each(['SystemErrors', 'ThrottledRequests'])(
  "an alarm sums %s over the function's operations on the table",
  (name) => {
    const sums = resources(template, ALARM).flatMap(
      ({ Properties }) => (Properties['Metrics'] as Part[] | undefined) ?? [],
    )
    const watched = sums.flatMap(({ MetricStat }) =>
      MetricStat?.Metric.MetricName === name ? [MetricStat.Metric] : [],
    )
    const operations = watched.flatMap(({ Dimensions }) => Dimensions.filter(({ Name }) => Name === 'Operation'))
    expect(operations.map(({ Value }) => String(Value)).toSorted()).toEqual([
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
    ])
  },
)

test("the duration alarm is raised at 75 % of the function's timeout", () => {
  const { Timeout } = sole(synthesise(), 'AWS::Lambda::Function').Properties
  template.hasResourceProperties(ALARM, { MetricName: 'Duration', Threshold: Number(Timeout) * 750 })
})

test("a filter counts rejected requests by their status in the gateway's log", () => {
  template.hasResourceProperties('AWS::Logs::MetricFilter', {
    FilterPattern: '{ $.status = "429" }',
    LogGroupName: { Ref: Match.stringLikeRegexp('AccessLogs') },
    MetricTransformations: [{ MetricName: 'RefusedRequests', MetricNamespace: 'revisa', MetricValue: '1' }],
  })
})

test('every alarm sends an e-mail, and missing data does not raise an alarm', () => {
  const topic = { Ref: soleId(template, 'AWS::SNS::Topic') }
  const alarms = resources(template, ALARM)
  expect(alarms).toHaveLength(9)
  for (const { Properties } of alarms) {
    expect(Properties).toMatchObject({ AlarmActions: [topic], TreatMissingData: 'notBreaching' })
    expect(Properties['AlarmDescription']).toMatch(/^[A-Z].*\.$/)
  }
  template.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'escola@example.com',
    TopicArn: topic,
  })
})

test("only this account's CloudWatch can publish to the topic, which requires TLS and is encrypted with a key that CloudWatch can use", () => {
  const key = soleId(template, 'AWS::KMS::Key')
  template.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: { 'Fn::GetAtt': [key, 'Arn'] } })
  template.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true })
  const statements = (type: string, document: string) =>
    (sole(template, type).Properties[document] as { Statement: unknown[] }).Statement
  const cloudWatch = {
    Effect: 'Allow',
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Condition: { StringEquals: { 'aws:SourceAccount': '123456789012' } },
  }
  expect(statements('AWS::KMS::Key', 'KeyPolicy')).toContainEqual(
    expect.objectContaining({ ...cloudWatch, Action: ['kms:Decrypt', 'kms:GenerateDataKey*'] }),
  )
  expect(statements('AWS::SNS::TopicPolicy', 'PolicyDocument')).toEqual([
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    expect.objectContaining({ ...cloudWatch, Action: 'sns:Publish' }),
  ])
})

test("an alarm watches the pool's firewall by its name and region", () => {
  synthesise({ ...WITH_ALARMS, ...CHOICES['a firewall for the pool'] }).hasResourceProperties(ALARM, {
    Namespace: 'AWS/WAFV2',
    MetricName: 'BlockedRequests',
    Dimensions: [
      { Name: 'Region', Value: 'sa-east-1' },
      { Name: 'Rule', Value: 'ALL' },
      { Name: 'WebACL', Value: 'revisa-pool' },
    ],
  })
})

type Part = { MetricStat?: { Metric: { MetricName: string; Dimensions: { Name: string; Value: unknown }[] } } }
