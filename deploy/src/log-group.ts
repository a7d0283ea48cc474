import { RemovalPolicy } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'

/** Creates a log group that deletes its lines after `retentionDays` and is deleted together with the stack. */
export function createLogGroup(scope: Construct, id: string, retentionDays: RetentionDays): LogGroup {
  return new LogGroup(scope, id, { retention: retentionDays, removalPolicy: RemovalPolicy.DESTROY })
}
