import type { App, Environment } from 'aws-cdk-lib'

import { FirewallStack } from './firewall.ts'
import { QuizStack } from './quiz-stack.ts'
import type { Settings } from './settings.ts'
import { UsageError } from './usage-error.ts'
import { WatchStack } from './watch-stack.ts'

/** Region of CloudFront's firewall, metrics and request logs, even if the product is in another region. */
const CLOUDFRONT_REGION = 'us-east-1'

export type ProductStacks = { quiz: QuizStack; firewall?: FirewallStack; watch?: WatchStack }

/**
 * Creates the product's stack and the stacks that must be in us-east-1. The stack with the site's firewall is deployed
 * before the product's stack, and the stack with CloudFront's alarms and logs is deployed after the product's stack.
 *
 * @throws UsageError if the account or the region is unknown and one of the stacks in us-east-1 is needed
 */
export function productStacks(app: App, settings: Settings, env: Environment): ProductStacks {
  const { stackName, firewall, alarms, siteLogs } = settings
  const watched = alarms !== undefined || siteLogs
  if (!firewall.site && !watched) return { quiz: new QuizStack(app, stackName, { settings, env }) }

  if (env.account === undefined || env.region === undefined) throw unknownEnvironment()
  const inCloudFrontRegion = {
    settings,
    env: { account: env.account, region: CLOUDFRONT_REGION },
    crossRegionReferences: true,
  }
  const firewallStack = firewall.site ? new FirewallStack(app, `${stackName}-firewall`, inCloudFrontRegion) : undefined
  const quiz = new QuizStack(app, stackName, {
    settings,
    env,
    crossRegionReferences: true,
    ...(firewallStack && { firewallArn: firewallStack.firewall.attrArn }),
  })
  const watchStack = watched
    ? new WatchStack(app, `${stackName}-watch`, { ...inCloudFrontRegion, distribution: quiz.distribution })
    : undefined
  return { quiz, ...(firewallStack && { firewall: firewallStack }), ...(watchStack && { watch: watchStack }) }
}

function unknownEnvironment(): UsageError {
  return new UsageError(
    'WAF, ALARM_EMAIL and SITE_LOGS require a second stack in us-east-1, which needs the account and the region of the ' +
      'first. Set AWS_REGION and your credentials, and check them with: aws sts get-caller-identity',
  )
}
