import { Stack, type StackProps } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'

import { ALARM_PERIOD, type AlarmTopic } from './alarm-topic.ts'
import type { Settings } from './settings.ts'

/**
 * Length of the window in which an address's requests are counted, in seconds. AWS WAF's default is also 300 seconds.
 */
const RATE_WINDOW_SECONDS = 300

const TOO_MANY_REQUESTS = 429

/** Rule groups that AWS maintains, each with the rules that only count requests instead of blocking them. */
const MANAGED_GROUPS = [
  { name: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', counted: [] },
  // This rule only counts requests, because statistics can exceed its limit of 8 KB, and the API has its own limit.
  { name: 'AWSManagedRulesCommonRuleSet', counted: ['SizeRestrictions_BODY'] },
]

/**
 * Number of requests blocked in five minutes that raises an alarm. Ordinary internet scanners cause fewer blocked
 * requests than this number.
 */
const BLOCKED_REQUESTS = 1_000

/** Headers that the console's request samples must not show. */
const SECRET_HEADERS = ['authorization', 'cookie', 'x-xsrf-token']

export type FirewallProps = {
  /** `CLOUDFRONT` is available only in us-east-1. */
  scope: 'CLOUDFRONT' | 'REGIONAL'
  /** Name of the firewall in CloudWatch. */
  metricName: string
  settings: Settings
}

/** AWS WAF rules against too many requests from one address, addresses with a bad reputation, and known attacks. */
export class Firewall extends CfnWebACL {
  readonly metricName: string

  constructor(parent: Construct, id: string, { scope, metricName, settings }: FirewallProps) {
    super(parent, id, {
      scope,
      defaultAction: { allow: {} },
      visibilityConfig: visibleAs(metricName),
      rules: [rateLimit(settings.firewall.requestsPerAddress), ...MANAGED_GROUPS.map(managedGroup)],
      dataProtectionConfig: {
        dataProtections: [{ field: { fieldType: 'SINGLE_HEADER', fieldKeys: SECRET_HEADERS }, action: 'SUBSTITUTION' }],
      },
    })
    this.metricName = metricName
  }

  /**
   * Puts the firewall in front of a resource in its region. A distribution needs no such association, because the
   * distribution itself refers to its firewall.
   */
  protect(resourceArn: string): CfnWebACLAssociation {
    return new CfnWebACLAssociation(this, 'Association', { resourceArn, webAclArn: this.attrArn })
  }
}

export interface FirewallStackProps extends StackProps {
  settings: Settings
}

/** The site's firewall, which must be in us-east-1. */
export class FirewallStack extends Stack {
  readonly firewall: Firewall

  constructor(scope: Construct, id: string, { settings, ...props }: FirewallStackProps) {
    super(scope, id, props)
    this.firewall = new Firewall(this, 'Site', {
      scope: 'CLOUDFRONT',
      metricName: siteFirewallMetric(settings.stackName),
      settings,
    })
  }
}

/**
 * CloudWatch name of the site's firewall. This is a function so that the alarm does not need a reference to the
 * firewall.
 */
export function siteFirewallMetric(stackName: string): string {
  return `${stackName}-site`
}

/** Adds an alarm for many blocked requests, which indicate an attack or a rule that blocks students. */
export function watchFirewall(topic: AlarmTopic, { metricName, region }: { metricName: string; region?: string }) {
  topic.addAlarm('BlockedRequests', {
    description: 'The firewall blocked many requests. The console of AWS WAF in this region shows samples.',
    metric: new Metric({
      namespace: 'AWS/WAFV2',
      metricName: 'BlockedRequests',
      dimensionsMap: { WebACL: metricName, Rule: 'ALL', ...(region !== undefined && { Region: region }) },
      period: ALARM_PERIOD,
      statistic: Stats.SUM,
    }),
    threshold: BLOCKED_REQUESTS,
  })
}

function rateLimit(limit: number): CfnWebACL.RuleProperty {
  return {
    name: 'RequestsPerAddress',
    priority: 0,
    statement: { rateBasedStatement: { limit, aggregateKeyType: 'IP', evaluationWindowSec: RATE_WINDOW_SECONDS } },
    action: { block: { customResponse: { responseCode: TOO_MANY_REQUESTS } } },
    visibilityConfig: visibleAs('RequestsPerAddress'),
  }
}

function managedGroup({ name, counted }: (typeof MANAGED_GROUPS)[number], index: number): CfnWebACL.RuleProperty {
  return {
    name,
    priority: index + 1,
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    overrideAction: { none: {} },
    visibilityConfig: visibleAs(name),
  }
}

function visibleAs(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true }
}
