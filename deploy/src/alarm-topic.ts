import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData, type AlarmProps } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'

/** What an alarm looks at together. */
export const ALARM_PERIOD = Duration.minutes(5)

/** What is watched, from where on it is told, and how long it must last. */
export type AlarmSpec = Pick<AlarmProps, 'metric' | 'threshold'> & {
  /** The first words of the mail: what happened, and where to look. */
  description: string
  /** Absent: the first period that reaches the threshold is told. */
  lasting?: { evaluationPeriods: number; datapointsToAlarm: number }
}

/**
 * The mail address that alarms go to, and the alarms. AWS's own key for topics lets CloudWatch in for nobody, so that
 * an encrypted topic needs a key of its own.
 */
export class AlarmTopic extends Construct {
  readonly #topic: Topic

  constructor(scope: Construct, id: string, email: string) {
    super(scope, id)
    const key = new Key(this, 'Key', {
      description: `Mails of ${Stack.of(this).stackName}'s alarms`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    key.addToResourcePolicy(fromCloudWatch(this, ['kms:Decrypt', 'kms:GenerateDataKey*'], '*'))
    this.#topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true })
    this.#topic.addToResourcePolicy(fromCloudWatch(this, ['sns:Publish'], this.#topic.topicArn))
    this.#topic.addSubscription(new EmailSubscription(email))
  }

  /** Sends a mail when the metric reaches the threshold; no traffic is no alarm. */
  tellOf(
    id: string,
    { description, lasting = { evaluationPeriods: 1, datapointsToAlarm: 1 }, ...spec }: AlarmSpec,
  ): void {
    const alarm = new Alarm(this, id, {
      ...spec,
      ...lasting,
      alarmDescription: description,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(new SnsAction(this.#topic))
  }
}

/** CloudWatch, for alarms of this account alone. */
function fromCloudWatch(scope: Construct, actions: string[], resource: string): PolicyStatement {
  return new PolicyStatement({
    actions,
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    resources: [resource],
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
  })
}
