import { App } from 'aws-cdk-lib'
import { expect, test } from 'vitest'

import { actionsOf, type Statement } from '../test/policy.ts'
import { CHOICES, COMBINATIONS } from '../test/settings-that-make-resources.ts'
import { REGION, resources, stacksOf, synthesise } from '../test/synthesise.ts'
import { productStacks } from './product-stacks.ts'
import { readSettings } from './settings.ts'
import { UsageError } from './usage-error.ts'

const ACCOUNT = '123456789012'
const EVERYTHING = COMBINATIONS['all settings']

test("by default, there is one stack, in the owner's region", () => {
  const { quiz, firewall, watch } = stacksOf()
  expect(quiz.region).toBe(REGION)
  expect([firewall, watch]).toEqual([undefined, undefined])
})

test('the firewall stack is deployed to us-east-1 before the product, and the watch stack after it', () => {
  const { quiz, firewall, watch } = stacksOf(EVERYTHING)
  expect([quiz.region, firewall?.region, watch?.region]).toEqual([REGION, 'us-east-1', 'us-east-1'])
  synthesise(EVERYTHING)
  expect(quiz.dependencies.map(({ stackName }) => stackName)).toEqual(['revisa-firewall'])
  expect(watch?.dependencies.map(({ stackName }) => stackName)).toEqual(['revisa'])
})

test.each([
  ['a firewall for the site', ['quiz', 'firewall']],
  ['alarms', ['quiz', 'watch']],
  ['site logs', ['quiz', 'watch']],
  ['a firewall for the pool', ['quiz']],
])('a product with %s has only the stacks that it needs', (choice, stacks) => {
  expect(Object.keys(stacksOf(CHOICES[choice]))).toEqual(stacks)
})

test('a product in us-east-1 has no functions that pass names between regions', () => {
  const settings = readSettings(EVERYTHING ?? {})
  const { quiz, firewall, watch } = productStacks(new App(), settings, { account: ACCOUNT, region: 'us-east-1' })
  const helpers = [quiz, firewall, watch].flatMap((stack) => stack?.node.findAll() ?? [])
  expect(helpers.filter(({ node }) => /Export(s)?(Reader|Writer)/.test(node.id))).toEqual([])
})

test('the functions that pass names between regions have policies only for the parameters below /cdk/exports/', () => {
  type Policy = { PolicyDocument: { Statement: Statement[] } }
  const statements = (['quiz', 'firewall', 'watch'] as const)
    .flatMap((which) => resources(synthesise(EVERYTHING, which), 'AWS::IAM::Role'))
    .flatMap(({ Properties }) => (Properties['Policies'] as Policy[] | undefined) ?? [])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    expect(JSON.stringify(statement.Resource)).toContain(':parameter/cdk/exports/')
    expect(actionsOf(statement).filter((action) => !action.startsWith('ssm:'))).toEqual([])
  }
})

test.each([
  ['the region', { account: ACCOUNT }],
  ['the account', { region: REGION }],
])(
  'productStacks throws an error with instructions if stacks in two regions are needed and %s is unknown',
  (_what, environment) => {
    for (const choice of ['a firewall for the site', 'alarms', 'site logs']) {
      const make = () => productStacks(new App(), readSettings(CHOICES[choice] ?? {}), environment)
      expect(make).toThrow(UsageError)
      expect(make).toThrow(/us-east-1.*Set AWS_REGION and your credentials/)
    }
  },
)
