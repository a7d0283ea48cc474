import { Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'

import { CHOICES } from '../test/settings-that-make-resources.ts'
import { resources, sole, soleId, synthesise } from '../test/synthesise.ts'

const WEB_ACL = 'AWS::WAFv2::WebACL'
const SITE = CHOICES['a firewall for the site']
const POOL = CHOICES['a firewall for the pool']

test('no firewall is made unless the settings say so', () => {
  expect(resources(synthesise(), WEB_ACL)).toEqual([])
  expect(
    synthesise().findResources('AWS::CloudFront::Distribution', {
      Properties: { DistributionConfig: { WebACLId: Match.anyValue() } },
    }),
  ).toEqual({})
})

test('the firewall of the site is made for CloudFront, and the distribution stands behind it', () => {
  synthesise(SITE, 'firewall').hasResourceProperties(WEB_ACL, { Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } })
  synthesise(SITE).hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: { WebACLId: { 'Fn::GetAtt': Match.arrayWith([Match.stringLikeRegexp('firewall')]) } },
  })
})

test('the firewall of the pool is made in its region and stands before it', () => {
  const template = synthesise(POOL)
  template.hasResourceProperties(WEB_ACL, { Scope: 'REGIONAL' })
  template.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
    ResourceArn: { 'Fn::GetAtt': [soleId(template, 'AWS::Cognito::UserPool'), 'Arn'] },
    WebACLArn: { 'Fn::GetAtt': [soleId(template, WEB_ACL), 'Arn'] },
  })
})

test.each([
  ['by default, above a school behind one address', {}, 10_000],
  ['as the settings say', { WAF_REQUESTS_PER_ADDRESS: '500' }, 500],
])('an address is refused with 429 above its requests of five minutes, %s', (_case, variables, limit) => {
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

test("AWS's managed rules decide, but for the size of a body, which the API limits itself", () => {
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

test('samples of requests show no token and no cookie', () => {
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
