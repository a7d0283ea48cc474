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

/** Number of server errors in five minutes that raises an alarm. A single failed request does not reach this number. */
const SERVER_ERRORS = 5

/**
 * Number of rejected requests (429) in five minutes that raises an alarm. A whole class or an attack can reach this
 * number, but one student's browser does not.
 */
const REFUSED_REQUESTS = 100

/** Share of the function's timeout that a request may use before the alarm is raised. */
const LONG_REQUEST_SHARE = 0.75

/** The operations on the table that the function may call; see `grantServing`. */
const OPERATIONS = [Operation.GET_ITEM, Operation.PUT_ITEM, Operation.DELETE_ITEM, Operation.QUERY]

export type AlarmsProps = { email: string; api: Api; store: Store; identity: Identity }

/** Alarms that are raised if the API, its function or the table fails or is overloaded, or if the pool reaches a quota. */
export class Alarms extends Construct {
  readonly topic: AlarmTopic

  constructor(scope: Construct, id: string, { email, api, store, identity }: AlarmsProps) {
    super(scope, id)
    this.topic = new AlarmTopic(this, 'Mail', email)
    this.topic.addAlarm('ServerErrors', {
      description: 'The API returned 5xx errors. See the logs of the function and of the gateway.',
      metric: api.gateway.metricServerError({ period: ALARM_PERIOD, statistic: Stats.SUM }),
      threshold: SERVER_ERRORS,
    })
    this.topic.addAlarm('RefusedRequests', {
      description:
        'The API rejected requests because of its rate limit (429). Raise REQUESTS_PER_SECOND, or find out who sends them.',
      metric: this.#refusedRequests(api),
      threshold: REFUSED_REQUESTS,
    })
    this.#watchFunction(api)
    this.#watchTable(store)
    this.#watchPool(identity)
  }

  /** HTTP APIs have no metric for throttled requests, so this metric counts the requests with status 429 in the access log. */
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
    this.topic.addAlarm('FunctionErrors', {
      description: 'The API function failed or timed out. See its log.',
      metric: serve.metricErrors({ period: ALARM_PERIOD }),
      threshold: 1,
    })
    this.topic.addAlarm('FunctionThrottles', {
      description: 'The API function reached the concurrency limit of the account or of FUNCTION_CONCURRENCY.',
      metric: serve.metricThrottles({ period: ALARM_PERIOD }),
      threshold: 1,
    })
    this.topic.addAlarm('FunctionDuration', {
      description: `A request to the function took more than ${longMs} ms, which is close to the timeout.`,
      metric: serve.metricDuration({ period: ALARM_PERIOD, statistic: Stats.MAXIMUM }),
      threshold: longMs,
    })
  }

  #watchTable({ table }: Store): void {
    const sum = { period: ALARM_PERIOD, statistic: Stats.SUM, operations: OPERATIONS }
    this.topic.addAlarm('TableSystemErrors', {
      description: 'DynamoDB had an internal error. See the AWS Health Dashboard.',
      metric: table.metricSystemErrorsForOperations(sum),
      threshold: 1,
    })
    this.topic.addAlarm('TableThrottles', {
      description: 'DynamoDB throttled requests, because one partition is too busy or a quota is reached.',
      metric: table.metricThrottledRequestsForOperations(sum),
      threshold: 1,
    })
  }

  #watchPool({ userPool, client }: Identity): void {
    const dimensionsMap = { UserPool: userPool.userPoolId, UserPoolClient: client.userPoolClientId }
    for (const metricName of ['SignInThrottles', 'TokenRefreshThrottles']) {
      this.topic.addAlarm(metricName, {
        description: `Cognito throttled requests (${metricName}), because a quota of the account is reached.`,
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
