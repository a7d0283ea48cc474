import { resources, type Resource } from './synthesise.ts'
import type { Template } from 'aws-cdk-lib/assertions'

/** A statement of an IAM policy in the template. */
export type Statement = {
  Effect: 'Allow' | 'Deny'
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, string[]>>
}

/** Statements of all IAM policies in the template. */
export function roleStatements(template: Template): Statement[] {
  return resources(template, 'AWS::IAM::Policy').flatMap(statementsOf)
}

/** Actions of a statement, as a list. */
export function actionsOf({ Action }: Statement): string[] {
  return [Action].flat()
}

/**
 * Decides whether one of the statements allows a DynamoDB operation on an item of a partition. Considers only the
 * statements' actions and leading keys.
 */
export function allowsOnPartition(statements: readonly Statement[], action: string, partition: string): boolean {
  return statements.some((statement) => {
    if (!actionsOf(statement).includes(action)) return false
    const keys = statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']
    return keys === undefined || keys.some((pattern) => matchesPattern(partition, pattern))
  })
}

function matchesPattern(text: string, pattern: string): boolean {
  return pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern
}

function statementsOf({ Properties }: Resource): Statement[] {
  return (Properties['PolicyDocument'] as { Statement: Statement[] }).Statement
}
