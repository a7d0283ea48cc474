import { Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'

import { CHOICES } from '../test/settings-that-make-resources.ts'
import { resources, sole, soleId, synthesise } from '../test/synthesise.ts'

const WEB_ACL = 'AWS::WAFv2::WebACL'
const SITE = CHOICES['a firewall for the site']
const POOL = CHOICES['a firewall for the pool']

test('there is no firewall by default', () => {
  expect(resources(synthesise(), WEB_ACL)).toEqual([])
  expect(
    synthesise().findResources('AWS::CloudFront::Distribution', {
      Properties: { DistributionConfig: { WebACLId: Match.anyValue() } },
    }),
  ).toEqual({})
})

test('the distribution uses a firewall with the scope CLOUDFRONT', () => {
  synthesise(SITE, 'firewall').hasResourceProperties(WEB_ACL, { Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } })
  synthesise(SITE).hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: { WebACLId: { 'Fn::GetAtt': Match.arrayWith([Match.stringLikeRegexp('firewall')]) } },
  })
})

test("the pool's firewall is in the pool's region and protects the pool", () => {
  const template = synthesise(POOL)
  template.hasResourceProperties(WEB_ACL, { Scope: 'REGIONAL' })
  template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
    ResourceArn: { 'Fn::GetAtt': [soleId(template, 'AWS::Cognito::UserPool'), 'Arn'] },
    WebACLArn: { 'Fn::GetAtt': [soleId(template, WEB_ACL), 'Arn'] },
  })
})

test.each([
  ['the default limit of 10,000 in five minutes', {}, 10_000],
  ['the configured limit in five minutes', { WAF_REQUESTS_PER_ADDRESS: '500' }, 500],
])('an address that sends more requests than %s gets status 429', (_case, variables, limit) => {
  const template = synthesise({ ...SITE, ...variables }, 'firewall')
  template.hasResourceProperties(WEB_ACL, {
    Rules: Match.arrayWith([
      Match.objectLike({
        Priority: 0,
        Action: { Block: { CustomResponse: { ResponseCode: 429 } } },
        Statement: { RateBasedStatement: { Limit: limit, AggregateKeyType: 'IP', EvaluationWindowSec: 300 } },
      }),
    ]),
  })
})

test("AWS's managed rules apply, except the body size limit, because the API has its own limit", () => {
  const rules = sole(synthesise(SITE, 'firewall'), WEB_ACL).Properties['Rules'] as ManagedRule[]
  const groups = rules.flatMap(({ Statement, OverrideAction }) =>
    Statement.ManagedRuleGroupStatement ? [{ ...Statement.ManagedRuleGroupStatement, OverrideAction }] : [],
  )
  expect(groups.map(({ VendorName, Name }) => `${VendorName} ${Name}`)).toEqual([
    'AWS AWSManagedRulesAmazonIpReputationList',
    'AWS AWSManagedRulesKnownBadInputsRuleSet',
    'AWS AWSManagedRulesCommonRuleSet',
  ])
  expect(groups.every(({ OverrideAction }) => 'None' in OverrideAction)).toBe(true)
  expect(groups.flatMap(({ RuleActionOverrides }) => RuleActionOverrides)).toEqual([
    { Name: 'SizeRestrictions_BODY', ActionToUse: { Count: {} } },
  ])
})

test('request samples hide tokens and cookies', () => {
  synthesise(SITE, 'firewall').hasResourceProperties(WEB_ACL, {
    DataProtectionConfig: {
      DataProtections: [
        {
          Action: 'SUBSTITUTION',
          Field: { FieldType: 'SINGLE_HEADER', FieldKeys: ['authorization', 'cookie', 'x-xsrf-token'] },
        },
      ],
    },
  })
})

type ManagedRule = {
  Statement: { ManagedRuleGroupStatement?: { VendorName: string; Name: string; RuleActionOverrides: unknown[] } }
  OverrideAction: object
}
