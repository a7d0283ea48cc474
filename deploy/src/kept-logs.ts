import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

/** A log group whose lines are deleted after `retentionDays`, and which goes with the stack. */
export function keptLogs(scope: Construct, id: string, retentionDays: RetentionDays): LogGroup {
  return new LogGroup(scope, id, { retention: retentionDays, removalPolicy: RemovalPolicy.DESTROY })
}
