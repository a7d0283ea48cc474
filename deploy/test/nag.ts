import { Validations, type CfnResource } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import type { IConstruct } from 'constructs'

/** Finding of a cdk-nag rule for a resource. */
export type Finding = { rule: string; path: string }

/** Finding that the code acknowledges next to the construct, with the reason. */
export type Accepted = { rule: string; path: string; reason: string }

/** cdk-nag calls this method for every finding, including acknowledged findings, before reporting the finding. */
type FindingFilter = { isAcknowledged: (resource: CfnResource, rule: string) => boolean }

/** Every finding of the AWS Solutions rules, acknowledged or not. */
export function findingsIn(scope: IConstruct): Finding[] {
  const findings: Finding[] = []
  const checks = new AwsSolutionsChecks()
  ;(checks as unknown as FindingFilter).isAcknowledged = ({ node }, rule) => {
    findings.push({ rule, path: node.path })
    return true
  }
  checks.validateScope(scope)
  return findings
}

/** Findings that the AWS Solutions rules report because the code does not acknowledge them. */
export function reportedIn(scope: IConstruct): string[] {
  const { violations } = new AwsSolutionsChecks().validateScope(scope)
  return violations.flatMap(({ ruleName, description, violatingResources }) =>
    violatingResources.map(({ constructPath }) => `${ruleName} at ${constructPath}: ${description}`),
  )
}

/** Every finding that the code acknowledges, with its reason. */
export function acceptedIn(scope: IConstruct): Accepted[] {
  return scope.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
      .flatMap(({ data }) => Object.entries(data as Record<string, string>))
      .map(([id, reason]) => ({ rule: id.replace(/^annotation::/i, ''), path: node.path, reason })),
  )
}
