import { Stack, type StackProps } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import type { Construct } from 'constructs'

import { ALARM_PERIOD, type AlarmTopic } from './alarm-topic.ts'
import type { Settings } from './settings.ts'

/** What an address is counted over, in seconds; the service's own default. */
const RATE_WINDOW_SECONDS = 300

const TOO_MANY_REQUESTS = 429

/** Rule groups that AWS keeps, with those of their rules that only count. */
const MANAGED_GROUPS = [
  { name: 'AWSManagedRulesAmazonIpReputationList', counted: [] },
  { name: 'AWSManagedRulesKnownBadInputsRuleSet', counted: [] },
  // Statistics of a diligent student are larger than the 8 KB that this rule allows; the API has a limit of its own.
  { name: 'AWSManagedRulesCommonRuleSet', counted: ['SizeRestrictions_BODY'] },
]

/** Requests that the firewall turns away in five minutes; scanners of the whole internet stay below. */
const BLOCKED_REQUESTS = 1_000

/** Headers that the console's samples of requests must not show. */
const SECRET_HEADERS = ['authorization', 'cookie', 'x-xsrf-token']

export type FirewallProps = {
  /** `CLOUDFRONT` exists in us-east-1 alone. */
  scope: 'CLOUDFRONT' | 'REGIONAL'
  /** What CloudWatch calls it. */
  metricName: string
  settings: Settings
}

/** AWS WAF's rules: too many requests of one address, addresses of ill repute, and requests that are known attacks. */
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

  /** Puts the firewall before a resource of its region; a distribution names its firewall itself. */
  protect(resourceArn: string): CfnWebACLAssociation {
    return new CfnWebACLAssociation(this, 'Association', { resourceArn, webAclArn: this.attrArn })
  }
}

export interface FirewallStackProps extends StackProps {
  settings: Settings
}

/** The firewall of the site, in the one region where CloudFront looks for it. */
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

/** What CloudWatch calls the firewall of the site; said here so that its alarm needs no reference to it. */
export function siteFirewallMetric(stackName: string): string {
  return `${stackName}-site`
}

/** Tells when a firewall turns many requests away: an attack, or a rule that hits students. */
export function watchFirewall(topic: AlarmTopic, { metricName, region }: { metricName: string; region?: string }) {
  topic.tellOf('BlockedRequests', {
    description: 'The firewall turned many requests away. The console of AWS WAF in this region shows samples.',
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
