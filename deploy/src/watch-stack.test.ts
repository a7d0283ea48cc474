import { Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'

import { CHOICES } from '../test/settings-that-make-resources.ts'
import { resources, sole, soleId, synthesise } from '../test/synthesise.ts'

const ALARM = 'AWS::CloudWatch::Alarm'
const watched = synthesise(CHOICES['alarms'], 'watch')
const logged = synthesise(CHOICES['site logs'], 'watch')

test("an alarm is raised if CloudFront's server errors persist", () => {
  watched.hasResourceProperties(ALARM, {
    Namespace: 'AWS/CloudFront',
    MetricName: '5xxErrorRate',
    Dimensions: [{ Name: 'DistributionId' }, { Name: 'Region', Value: 'Global' }].map((part) => Match.objectLike(part)),
    Threshold: 1,
    DatapointsToAlarm: 2,
    EvaluationPeriods: 3,
  })
})

test("if the site has a firewall, an alarm watches the firewall's metric", () => {
  expect(resources(watched, ALARM)).toHaveLength(1)
  const both = { ...CHOICES['alarms'], ...CHOICES['a firewall for the site'] }
  const { VisibilityConfig } = sole(synthesise(both, 'firewall'), 'AWS::WAFv2::WebACL').Properties
  synthesise(both, 'watch').hasResourceProperties(ALARM, {
    Namespace: 'AWS/WAFV2',
    MetricName: 'BlockedRequests',
    Dimensions: [
      { Name: 'Rule', Value: 'ALL' },
      { Name: 'WebACL', Value: (VisibilityConfig as { MetricName: string }).MetricName },
    ],
  })
})

test('an e-mail is sent at 80 % of the budget, and when the forecast exceeds the budget', () => {
  const mail = { Subscribers: [{ SubscriptionType: 'EMAIL', Address: 'escola@example.com' }] }
  watched.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 50, Unit: 'USD' } },
    NotificationsWithSubscribers: [
      { Notification: Match.objectLike({ NotificationType: 'ACTUAL', Threshold: 80 }), ...mail },
      { Notification: Match.objectLike({ NotificationType: 'FORECASTED', Threshold: 100 }), ...mail },
    ],
  })
})

test.each([
  ['30 days by default', {}, 30],
  ['the configured number of days', { LOG_RETENTION_DAYS: '365' }, 365],
])("the site's request log is kept for %s", (_case, environment, days) => {
  const watch = synthesise({ ...CHOICES['site logs'], ...environment }, 'watch')
  expect(sole(watch, 'AWS::Logs::LogGroup').Properties['RetentionInDays']).toBe(days)
})

test("the log delivery service can write the site's request log", () => {
  const group = soleId(logged, 'AWS::Logs::LogGroup')
  logged.hasResourceProperties('AWS::Logs::DeliverySource', { LogType: 'ACCESS_LOGS', Name: 'revisa-site' })
  logged.hasResourceProperties('AWS::Logs::DeliveryDestination', {
    DestinationResourceArn: { 'Fn::GetAtt': [group, 'Arn'] },
    OutputFormat: 'json',
  })
  const policy = JSON.stringify(sole(logged, 'AWS::Logs::ResourcePolicy').Properties)
  expect(policy).toMatch(/delivery\.logs\.amazonaws\.com/)
  expect(policy).toMatch(/aws:SourceAccount/)
})

test("the site's log omits the address, cookies, query, referrer and browser, which could identify a student", () => {
  const fields = sole(logged, 'AWS::Logs::Delivery').Properties['RecordFields'] as string[]
  expect(fields).toEqual(expect.arrayContaining(['cs-uri-stem', 'sc-status', 'ssl-protocol']))
  const telling = /^(c-ip|c-port|x-forwarded-for|c-country|asn)$|cookie|query|referer|user-agent/i
  expect(fields.filter((field) => telling.test(field))).toEqual([])
})
