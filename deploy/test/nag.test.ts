import { Stack } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { expect, test } from 'vitest'

import { acceptedIn, findingsIn, reportedIn } from './nag.ts'
import { COMBINATIONS } from './settings-that-make-resources.ts'
import { schemaFindings, stacksOf } from './synthesise.ts'

/** Pattern for a reason, which must be a sentence of at least six words with a full stop. */
const SENTENCE = /^[A-Z*](?=(?:.* ){5}).*\.$/

test('the rules report a finding that is not acknowledged', () => {
  const stack = new Stack(undefined, 'Careless')
  const bucket = new Bucket(stack, 'Bucket')
  expect(reportedIn(bucket)).toEqual(expect.arrayContaining([expect.stringMatching(/^AwsSolutions-S10 at Careless/)]))
  expect(findingsIn(stack).map(({ rule }) => rule)).toContain('AwsSolutions-S10')
})

test.each(Object.entries(COMBINATIONS))('with %s, every AWS Solutions finding has a reason', (_name, variables) => {
  expect(appOf(variables).flatMap(reportedIn)).toEqual([])
})

test.each(['no settings', 'all settings', 'all settings and MFA off'])(
  "with %s, the stacks are valid under CloudFormation's schemas",
  (name) => {
    const variables = COMBINATIONS[name]
    expect(variables).toBeDefined()
    expect(schemaFindings(variables ?? {})).toEqual([])
  },
)

test('every acknowledged finding is reported by the rules and has a sentence as its reason', () => {
  const reasons = new Map<string, string>()
  const unused: string[] = []
  for (const variables of Object.values(COMBINATIONS)) {
    const stacks = appOf(variables)
    const findings = stacks.flatMap(findingsIn)
    for (const { rule, path, reason } of stacks.flatMap(acceptedIn)) {
      const found = findings.some((finding) => finding.rule === rule && isBelow(finding.path, path))
      if (!found) unused.push(`${rule} at ${path} with ${JSON.stringify(variables)}`)
      reasons.set(`${rule} at ${path}`, reason)
      expect(reason).toMatch(SENTENCE)
    }
  }
  process.stdout.write(`${[...reasons].map(([what, reason]) => `${what}: ${reason}`).join('\n')}\n`)
  expect(reasons.size).toBeGreaterThan(5)
  expect(unused).toEqual([])
})

function appOf(variables: Record<string, string>) {
  return Object.values(stacksOf(variables))
}

function isBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`)
}
