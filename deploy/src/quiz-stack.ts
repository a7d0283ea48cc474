import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

import { Alarms } from './alarms.ts'
import { Api } from './api.ts'
import { Firewall, watchFirewall } from './firewall.ts'
import { Identity } from './identity.ts'
import type { Settings } from './settings.ts'
import { Site } from './site.ts'
import { Store } from './store.ts'

export interface QuizStackProps extends StackProps {
  settings: Settings
  /** ARN of the site's firewall, which is in us-east-1. */
  firewallArn?: string
}

/** The whole product, with user pool, table, API and site. Publishing needs its outputs. */
export class QuizStack extends Stack {
  readonly distribution: IDistribution

  constructor(scope: Construct, id: string, { settings, firewallArn, ...props }: QuizStackProps) {
    super(scope, id, { terminationProtection: true, ...props })
    const identity = new Identity(this, 'Identity', settings)
    const store = new Store(this, 'Store', settings)
    const api = new Api(this, 'Api', { identity, store, settings })
    const site = new Site(this, 'Site', { apiHost: api.host, customDomain: settings.customDomain, firewallArn })
    api.allowOrigin(site.url)
    this.distribution = site.distribution
    const poolFirewall = settings.firewall.userPool ? this.#protectPool(identity, settings) : undefined
    if (settings.alarms !== undefined) {
      const { topic } = new Alarms(this, 'Alarms', { email: settings.alarms.email, api, store, identity })
      if (poolFirewall !== undefined) watchFirewall(topic, { metricName: poolFirewall.metricName, region: this.region })
    }

    const output = (name: string, value: string) => new CfnOutput(this, name, { value })
    output('Region', this.region)
    output('UserPoolId', identity.userPool.userPoolId)
    output('ClientId', identity.client.userPoolClientId)
    output('TableName', store.table.tableName)
    output('BucketName', site.bucket.bucketName)
    output('DistributionId', site.distribution.distributionId)
    output('DistributionHost', site.distribution.distributionDomainName)
    output('SiteUrl', site.url)
  }

  #protectPool({ userPool }: Identity, settings: Settings): Firewall {
    const firewall = new Firewall(this, 'PoolFirewall', {
      scope: 'REGIONAL',
      metricName: `${settings.stackName}-pool`,
      settings,
    })
    firewall.protect(userPool.userPoolArn)
    return firewall
  }
}
