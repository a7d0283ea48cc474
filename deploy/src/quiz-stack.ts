import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

import { Api } from './api.ts'
import { Identity } from './identity.ts'
import type { Settings } from './settings.ts'
import { Site } from './site.ts'
import { Store } from './store.ts'

export interface QuizStackProps extends StackProps {
  settings: Settings
}

/** The whole product: who may sign in, what is kept, the API and the site. Its outputs are what publishing needs. */
export class QuizStack extends Stack {
  constructor(scope: Construct, id: string, { settings, ...props }: QuizStackProps) {
    super(scope, id, { terminationProtection: true, ...props })
    const identity = new Identity(this, 'Identity', settings)
    const store = new Store(this, 'Store', settings)
    const api = new Api(this, 'Api', { identity, store, settings })
    const site = new Site(this, 'Site', { apiHost: api.host, customDomain: settings.customDomain })
    api.allowOrigin(site.url)

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
}
