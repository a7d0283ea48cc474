import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

import { ALARM_PERIOD, AlarmTopic } from './alarm-topic.ts'
import { siteFirewallMetric, watchFirewall } from './firewall.ts'
import { createLogGroup } from './log-group.ts'
import type { Settings } from './settings.ts'

/** Percentage of server errors among CloudFront's responses in five minutes that raises an alarm. */
const SERVER_ERROR_PERCENT = 1

/**
 * The metric must reach the threshold in two of three periods, so that a single failed request on a quiet night does
 * not raise the alarm.
 */
const LASTING = { evaluationPeriods: 3, datapointsToAlarm: 2 }

/** Shares of the budget, in percent, that trigger an e-mail. */
const BUDGET_ACTUAL_PERCENT = 80
const BUDGET_FORECAST_PERCENT = 100

/**
 * Logged fields of a request. The address, port, cookies, query, referrer and browser are omitted, because they could
 * identify a student.
 */
const LOGGED_FIELDS = [
  'date',
  'time',
  'x-edge-location',
  'cs-method',
  'cs-uri-stem',
  'sc-status',
  'sc-bytes',
  'time-taken',
  'cs-protocol',
  'cs-protocol-version',
  'ssl-protocol',
  'ssl-cipher',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'x-edge-request-id',
]

export interface WatchStackProps extends StackProps {
  settings: Settings
  distribution: IDistribution
}

/** The account's budget, and the alarms and logs of CloudFront and its firewall, which are available only in us-east-1. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, { settings, distribution, ...props }: WatchStackProps) {
    super(scope, id, props)
    if (settings.siteLogs) logRequests(this, settings, distribution)
    if (settings.alarms === undefined) return
    const topic = new AlarmTopic(this, 'Mail', settings.alarms.email)
    watchDistribution(topic, distribution)
    if (settings.firewall.site) watchFirewall(topic, { metricName: siteFirewallMetric(settings.stackName) })
    budget(this, settings.stackName, settings.alarms)
  }
}

function watchDistribution(topic: AlarmTopic, { distributionId }: IDistribution): void {
  topic.addAlarm('ServerErrors', {
    description:
      'CloudFront returned 5xx errors, so the bucket, the gateway or the function in front of the bucket fails.',
    metric: new Metric({
      namespace: 'AWS/CloudFront',
      metricName: '5xxErrorRate',
      dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
      period: ALARM_PERIOD,
      statistic: Stats.AVERAGE,
    }),
    threshold: SERVER_ERROR_PERCENT,
    lasting: LASTING,
  })
}

/** Budget of the whole account, because costs can be filtered by tag only after the owner has activated the tag. */
function budget(scope: Construct, stackName: string, { email, monthlyBudgetUsd }: NonNullable<Settings['alarms']>) {
  const mailAt = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
    subscribers: [{ subscriptionType: 'EMAIL', address: email }],
  })
  return new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: stackName,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
    },
    notificationsWithSubscribers: [
      mailAt('ACTUAL', BUDGET_ACTUAL_PERCENT),
      mailAt('FORECASTED', BUDGET_FORECAST_PERCENT),
    ],
  })
}

function logRequests(scope: Stack, { stackName, logRetentionDays }: Settings, { distributionArn }: IDistribution) {
  const name = `${stackName}-site`
  const logs = createLogGroup(scope, 'Requests', logRetentionDays)
  logs.addToResourcePolicy(
    new PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
      resources: [logs.logGroupArn],
      conditions: { StringEquals: { 'aws:SourceAccount': scope.account } },
    }),
  )
  const source = new CfnDeliverySource(scope, 'RequestSource', {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: distributionArn,
  })
  const destination = new CfnDeliveryDestination(scope, 'RequestDestination', {
    name,
    destinationResourceArn: logs.logGroupArn,
    outputFormat: 'json',
  })
  const delivery = new CfnDelivery(scope, 'RequestDelivery', {
    deliverySourceName: name,
    deliveryDestinationArn: destination.attrArn,
    recordFields: LOGGED_FIELDS,
  })
  delivery.addResourceDependency(source)
}
