import { App } from 'aws-cdk-lib'
import { expect, test } from 'vitest'

import { CHOICES, COMBINATIONS } from '../test/settings-that-make-resources.ts'
import { REGION, resources, stacksOf, synthesise } from '../test/synthesise.ts'
import { productStacks } from './product-stacks.ts'
import { readSettings } from './settings.ts'
import { UsageError } from './usage-error.ts'

const ACCOUNT = '123456789012'
const EVERYTHING = COMBINATIONS['all of them']

test('by default there is one stack, in the region of the owner', () => {
  const { quiz, firewall, watch } = stacksOf()
  expect(quiz.region).toBe(REGION)
  expect([firewall, watch]).toEqual([undefined, undefined])
})

test('what only us-east-1 can have is made there: the firewall before the product, what watches it after', () => {
  const { quiz, firewall, watch } = stacksOf(EVERYTHING)
  expect([quiz.region, firewall?.region, watch?.region]).toEqual([REGION, 'us-east-1', 'us-east-1'])
  synthesise(EVERYTHING)
  expect(quiz.dependencies.map(({ stackName }) => stackName)).toEqual(['revisa-firewall'])
  expect(watch?.dependencies.map(({ stackName }) => stackName)).toEqual(['revisa'])
})

test.each([
  ['a firewall for the site', ['quiz', 'firewall']],
  ['alarms', ['quiz', 'watch']],
  ['logs of the site', ['quiz', 'watch']],
  ['a firewall for the pool', ['quiz']],
])('%s makes the stacks it needs and no other', (choice, stacks) => {
  expect(Object.keys(stacksOf(CHOICES[choice]))).toEqual(stacks)
})

test('in us-east-1 itself nothing is carried between regions', () => {
  const settings = readSettings(EVERYTHING ?? {})
  const { quiz, firewall, watch } = productStacks(new App(), settings, { account: ACCOUNT, region: 'us-east-1' })
  const helpers = [quiz, firewall, watch].flatMap((stack) => stack?.node.findAll() ?? [])
  expect(helpers.filter(({ node }) => /Export(s)?(Reader|Writer)/.test(node.id))).toEqual([])
})

test('the helpers that carry names between regions may read and write those names alone', () => {
  const policies = (['quiz', 'firewall', 'watch'] as const)
    .flatMap((which) => resources(synthesise(EVERYTHING, which), 'AWS::IAM::Role'))
    .flatMap(({ Properties }) => (Properties['Policies'] as object[] | undefined) ?? [])
  expect(policies.length).toBeGreaterThan(0)
  for (const policy of policies) {
    const text = JSON.stringify(policy)
    expect(text).toContain(':parameter/cdk/exports/')
    expect([...text.matchAll(/"(\w+):\w+"/g)].map(([, service]) => service)).toEqual(
      expect.not.arrayContaining(['iam', 's3', 'dynamodb', 'cognito-idp']),
    )
  }
})

test.each([
  ['the region', { account: ACCOUNT }],
  ['the account', { region: REGION }],
])('without knowing %s, stacks in two regions are refused with what to do', (_what, environment) => {
  for (const choice of ['a firewall for the site', 'alarms', 'logs of the site']) {
    const make = () => productStacks(new App(), readSettings(CHOICES[choice] ?? {}), environment)
    expect(make).toThrow(UsageError)
    expect(make).toThrow(/us-east-1.*Set AWS_REGION, and give credentials/)
  }
})
