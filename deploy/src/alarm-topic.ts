import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Alarm, ComparisonOperator, TreatMissingData, type AlarmProps } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { Construct } from 'constructs'

/** Length of the periods that an alarm evaluates. */
export const ALARM_PERIOD = Duration.minutes(5)

/** Metric and threshold of an alarm, and the number of periods that must reach the threshold. */
export type AlarmSpec = Pick<AlarmProps, 'metric' | 'threshold'> & {
  /** Description of the problem for the e-mail, usually with advice on where to look. */
  description: string
  /** If `lasting` is absent, the first period that reaches the threshold raises the alarm. */
  lasting?: { evaluationPeriods: number; datapointsToAlarm: number }
}

/**
 * Alarms, and the SNS topic that sends them by e-mail. The topic has its own key, because CloudWatch cannot publish to
 * a topic that is encrypted with AWS's default key.
 */
export class AlarmTopic extends Construct {
  readonly #topic: Topic

  constructor(scope: Construct, id: string, email: string) {
    super(scope, id)
    const key = new Key(this, 'Key', {
      description: `Alarm mails of ${Stack.of(this).stackName}`,
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    key.addToResourcePolicy(fromCloudWatch(this, ['kms:Decrypt', 'kms:GenerateDataKey*'], '*'))
    this.#topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true })
    this.#topic.addToResourcePolicy(fromCloudWatch(this, ['sns:Publish'], this.#topic.topicArn))
    this.#topic.addSubscription(new EmailSubscription(email))
  }

  /**
   * Adds an alarm that sends an e-mail when the metric reaches the threshold. Missing data does not raise the alarm.
   */
  addAlarm(
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

/** Policy statement that lets CloudWatch perform these actions, but only for alarms of this account. */
function fromCloudWatch(scope: Construct, actions: string[], resource: string): PolicyStatement {
  return new PolicyStatement({
    actions,
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    resources: [resource],
    conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
  })
}
