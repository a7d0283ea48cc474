import { Stack, type StackProps } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

import { ALARM_PERIOD, AlarmTopic } from './alarm-topic.ts'
import { siteFirewallMetric, watchFirewall } from './firewall.ts'
import { keptLogs } from './kept-logs.ts'
import type { Settings } from './settings.ts'

/** Share of CloudFront's answers in five minutes that are server errors. */
const SERVER_ERROR_PERCENT = 1

/** Two of three periods, so that one failed request of a quiet night wakes nobody. */
const LASTING = { evaluationPeriods: 3, datapointsToAlarm: 2 }

/** Shares of the budget, in percent, at which a mail is sent. */
const BUDGET_ACTUAL_PERCENT = 80
const BUDGET_FORECAST_PERCENT = 100

/** What is logged of a request: no address, port, cookie, query, referrer or browser; nothing that names a person. */
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

/** What AWS says of CloudFront, its firewall and the bill; it says so in us-east-1 alone, wherever the product lives. */
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
  topic.tellOf('ServerErrors', {
    description: 'CloudFront answered with 5xx: the bucket, the gateway or the function in front of the bucket fails.',
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

/** Of the whole account, because costs are told apart by tag only after the owner has activated the tag. */
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
  const logs = keptLogs(scope, 'Requests', logRetentionDays)
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
