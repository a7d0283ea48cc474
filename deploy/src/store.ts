import { RemovalPolicy } from 'aws-cdk-lib'
import { AttributeType, Billing, TableEncryptionV2, TableV2, type ITableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement, type IGrantable } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'

import type { Settings } from './settings.ts'

/** Partition keys of students' statistics. The question bank has another partition key. */
const STATS_KEYS = 'stats#*'

/** The table of quiz-api's DynamoDB store, which holds the question bank and every student's statistics. */
export class Store extends Construct {
  readonly table: ITableV2

  constructor(scope: Construct, id: string, { tableName }: Settings) {
    super(scope, id)
    this.table = tableName === undefined ? ownTable(this) : TableV2.fromTableName(this, 'Restored', tableName)
  }

  /** Lets a function serve requests. The function can read any item and change statistics, but cannot change the bank. */
  grantServing({ grantPrincipal }: IGrantable): void {
    grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({ actions: ['dynamodb:GetItem'], resources: [this.table.tableArn] }),
    )
    grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:PutItem', 'dynamodb:DeleteItem', 'dynamodb:Query'],
        resources: [this.table.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [STATS_KEYS] } },
      }),
    )
  }
}

/** Creates a table with deletion protection that can be restored to any second of the last 35 days. */
function ownTable(scope: Construct): TableV2 {
  return new TableV2(scope, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    billing: Billing.onDemand(),
    encryption: TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    resourcePolicy: new PolicyDocument({ statements: [denyPlainHttp()] }),
    removalPolicy: RemovalPolicy.RETAIN,
  })
}

/** Denies plain HTTP, which DynamoDB still accepts. The resource `*` means the table with this policy. */
function denyPlainHttp(): PolicyStatement {
  return new PolicyStatement({
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['dynamodb:*'],
    resources: ['*'],
    conditions: { Bool: { 'aws:SecureTransport': 'false' } },
  })
}
