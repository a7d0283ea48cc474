import { Duration, Validations } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'

import { bundleApi } from './bundle-api.ts'
import { createLogGroup } from './log-group.ts'
import type { Settings } from './settings.ts'

/**
 * Memory size at which Lambda gives the function one full vCPU. The slowest task of an instance is compressing the
 * bank, which happens once.
 */
const MEMORY_MEGABYTES = 1769

/** Timeout of the function, shorter than the gateway's 30 seconds. */
export const FUNCTION_TIMEOUT = Duration.seconds(20)

export type ApiFunctionProps = { environment: Record<string, string>; settings: Settings }

/**
 * quiz-api as a Lambda function. Its role can write the function's logs, and traces if tracing is on. The caller grants
 * access to the table.
 */
export class ApiFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, { environment, settings }: ApiFunctionProps) {
    const logGroup = createLogGroup(scope, `${id}Logs`, settings.logRetentionDays)
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    role.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    )
    super(scope, id, {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(bundleApi()),
      memorySize: MEMORY_MEGABYTES,
      timeout: FUNCTION_TIMEOUT,
      reservedConcurrentExecutions: settings.functionConcurrency,
      tracing: settings.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      environment: { ...environment, NODE_OPTIONS: '--enable-source-maps' },
      role,
      logGroup,
    })
    if (settings.tracing)
      Validations.of(role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray supports no narrower resource than all, and the two actions can only write traces.',
      })
  }
}
