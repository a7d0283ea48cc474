import type { App, Environment } from 'aws-cdk-lib'

import { FirewallStack } from './firewall.ts'
import { QuizStack } from './quiz-stack.ts'
import type { Settings } from './settings.ts'
import { UsageError } from './usage-error.ts'
import { WatchStack } from './watch-stack.ts'

/** CloudFront takes its firewall from here, and tells its metrics and requests here, wherever the product lives. */
const CLOUDFRONT_REGION = 'us-east-1'

export type ProductStacks = { quiz: QuizStack; firewall?: FirewallStack; watch?: WatchStack }

/**
 * The product's stack, and beside it those that only us-east-1 can have: the site's firewall, which is made before it,
 * and what watches its distribution, which is made after it.
 *
 * @throws UsageError when account or region are unknown and one of those stacks is wanted
 */
export function productStacks(app: App, settings: Settings, env: Environment): ProductStacks {
  const { stackName, firewall, alarms, siteLogs } = settings
  const watched = alarms !== undefined || siteLogs
  if (!firewall.site && !watched) return { quiz: new QuizStack(app, stackName, { settings, env }) }

  if (env.account === undefined || env.region === undefined) throw unknownEnvironment()
  const there = { settings, env: { account: env.account, region: CLOUDFRONT_REGION }, crossRegionReferences: true }
  const before = firewall.site ? new FirewallStack(app, `${stackName}-firewall`, there) : undefined
  const quiz = new QuizStack(app, stackName, {
    settings,
    env,
    crossRegionReferences: true,
    ...(before && { firewallArn: before.firewall.attrArn }),
  })
  const after = watched
    ? new WatchStack(app, `${stackName}-watch`, { ...there, distribution: quiz.distribution })
    : undefined
  return { quiz, ...(before && { firewall: before }), ...(after && { watch: after }) }
}

function unknownEnvironment(): UsageError {
  return new UsageError(
    'WAF, ALARM_EMAIL and SITE_LOGS make a second stack in us-east-1, which must know the account and the region of ' +
      'the first. Set AWS_REGION, and give credentials (aws sts get-caller-identity must answer).',
  )
}
