import { Stack } from 'aws-cdk-lib'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Operation } from 'aws-cdk-lib/aws-dynamodb'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'

import { ALARM_PERIOD, AlarmTopic } from './alarm-topic.ts'
import { FUNCTION_TIMEOUT } from './api-function.ts'
import type { Api } from './api.ts'
import type { Identity } from './identity.ts'
import type { Store } from './store.ts'

/** Server errors in five minutes that are no accident of one request. */
const SERVER_ERRORS = 5

/** Refused requests (429) in five minutes: one hasty device is below, a class or an attack is above. */
const REFUSED_REQUESTS = 100

/** The function is near its end when one request takes so much of the time it has. */
const LONG_REQUEST_SHARE = 0.75

/** What the function does to the table; see `grantServing`. */
const OPERATIONS = [Operation.GET_ITEM, Operation.PUT_ITEM, Operation.DELETE_ITEM, Operation.QUERY]

export type AlarmsProps = { email: string; api: Api; store: Store; identity: Identity }

/** Who is told when the API, its function, the table or the pool's quotas fail. */
export class Alarms extends Construct {
  readonly topic: AlarmTopic

  constructor(scope: Construct, id: string, { email, api, store, identity }: AlarmsProps) {
    super(scope, id)
    this.topic = new AlarmTopic(this, 'Mail', email)
    this.topic.tellOf('ServerErrors', {
      description: 'The API answered with 5xx. See the logs of the function and of the gateway.',
      metric: api.gateway.metricServerError({ period: ALARM_PERIOD, statistic: Stats.SUM }),
      threshold: SERVER_ERRORS,
    })
    this.topic.tellOf('RefusedRequests', {
      description:
        'The API refused requests as too many (429). A busy hour: raise REQUESTS_PER_SECOND. Else see whose they are.',
      metric: this.#refusedRequests(api),
      threshold: REFUSED_REQUESTS,
    })
    this.#watchFunction(api)
    this.#watchTable(store)
    this.#watchPool(identity)
  }

  /** An HTTP API has no metric of its own for what it throttles, but its access log has the status. */
  #refusedRequests({ accessLog }: Api): Metric {
    const filter = new MetricFilter(this, 'Refused', {
      logGroup: accessLog,
      metricNamespace: Stack.of(this).stackName,
      metricName: 'RefusedRequests',
      filterPattern: FilterPattern.stringValue('$.status', '=', '429'),
    })
    return filter.metric({ period: ALARM_PERIOD, statistic: Stats.SUM })
  }

  #watchFunction({ serve }: Api): void {
    const longMs = FUNCTION_TIMEOUT.toMilliseconds() * LONG_REQUEST_SHARE
    this.topic.tellOf('FunctionErrors', {
      description: 'The API function failed or ran out of time. See its log.',
      metric: serve.metricErrors({ period: ALARM_PERIOD }),
      threshold: 1,
    })
    this.topic.tellOf('FunctionThrottles', {
      description: 'The API function was asked more often at once than the account or FUNCTION_CONCURRENCY allows.',
      metric: serve.metricThrottles({ period: ALARM_PERIOD }),
      threshold: 1,
    })
    this.topic.tellOf('FunctionDuration', {
      description: `A request took more than ${longMs} ms of the function; it is ended soon after.`,
      metric: serve.metricDuration({ period: ALARM_PERIOD, statistic: Stats.MAXIMUM }),
      threshold: longMs,
    })
  }

  #watchTable({ table }: Store): void {
    const sum = { period: ALARM_PERIOD, statistic: Stats.SUM, operations: OPERATIONS }
    this.topic.tellOf('TableSystemErrors', {
      description: 'DynamoDB failed inside. Look at the AWS Health Dashboard.',
      metric: table.metricSystemErrorsForOperations(sum),
      threshold: 1,
    })
    this.topic.tellOf('TableThrottles', {
      description: 'DynamoDB refused requests as too many: one partition is asked too often, or a quota is reached.',
      metric: table.metricThrottledRequestsForOperations(sum),
      threshold: 1,
    })
  }

  #watchPool({ userPool, client }: Identity): void {
    const dimensionsMap = { UserPool: userPool.userPoolId, UserPoolClient: client.userPoolClientId }
    for (const metricName of ['SignInThrottles', 'TokenRefreshThrottles']) {
      this.topic.tellOf(metricName, {
        description: `Cognito refused requests as too many (${metricName}): a quota of the account is reached.`,
        metric: new Metric({
          namespace: 'AWS/Cognito',
          metricName,
          dimensionsMap,
          period: ALARM_PERIOD,
          statistic: Stats.SUM,
        }),
        threshold: 1,
      })
    }
  }
}
