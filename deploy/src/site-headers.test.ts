import { expect, test } from 'vitest'

import { apiHeaders, siteHeaders } from '../../packages/quiz-api/src/http/security-headers.ts'
import { REGION, resourcesById, synthesise } from '../test/synthesise.ts'

type HeadersConfig = {
  CustomHeadersConfig: { Items: { Header: string; Value: string }[] }
  SecurityHeadersConfig: {
    ContentSecurityPolicy: { ContentSecurityPolicy: string }
    ContentTypeOptions: object
    FrameOptions: { FrameOption: string }
    ReferrerPolicy: { ReferrerPolicy: string }
    StrictTransportSecurity: { AccessControlMaxAgeSec: number; IncludeSubdomains: boolean }
    XSSProtection: { Protection: boolean }
  }
}

const policies = resourcesById(synthesise(), 'AWS::CloudFront::ResponseHeadersPolicy')
const policy = policies.find(([id]) => id.startsWith('SiteHeaders'))?.[1].Properties['ResponseHeadersPolicyConfig']
const apiPolicy = policies.find(([id]) => id.startsWith('SiteApiHeaders'))?.[1].Properties[
  'ResponseHeadersPolicyConfig'
]

test("CloudFront sends the app's pages with the same headers as the product's Node server", () => {
  const identityOrigin = `https://cognito-idp.${REGION}.amazonaws.com`
  const served = siteHeaders({ connectSources: [identityOrigin], https: true })
  expect(sentByCloudFront(policy as HeadersConfig)).toEqual(inLowerCase(served))
})

test('a page loads files only from its own site, and connects only to that site and to the user pool', () => {
  const { ContentSecurityPolicy } = (policy as HeadersConfig).SecurityHeadersConfig.ContentSecurityPolicy
  expect(ContentSecurityPolicy).toContain("default-src 'none'")
  expect(ContentSecurityPolicy).toContain(`connect-src 'self' https://cognito-idp.${REGION}.amazonaws.com;`)
  expect(ContentSecurityPolicy).not.toMatch(/unsafe-|\*|https?:\/\/(?!cognito-idp\.)/)
})

test("the gateway's error responses have the API's headers and are never cached", () => {
  const sent = sentByCloudFront(apiPolicy as HeadersConfig)
  expect(sent).toEqual({ ...inLowerCase(apiHeaders({ https: true })), 'cache-control': 'no-store' })
})

test("CloudFront does not override the headers of the API's responses", () => {
  expect(JSON.stringify(apiPolicy)).not.toContain('"Override":true')
})

test("the policies stay within CloudFront's limits of ten custom headers and 1,783 characters per value", () => {
  for (const { CustomHeadersConfig, ...rest } of [policy, apiPolicy] as HeadersConfig[]) {
    expect(CustomHeadersConfig.Items.length).toBeLessThanOrEqual(10)
    const { ContentSecurityPolicy } = rest.SecurityHeadersConfig.ContentSecurityPolicy
    for (const value of [ContentSecurityPolicy, ...CustomHeadersConfig.Items.map(({ Value }) => Value)])
      expect(value.length).toBeLessThanOrEqual(1_783)
  }
})

function inLowerCase(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** Headers that CloudFront sends for this configuration, by lower-case name. */
function sentByCloudFront({ CustomHeadersConfig, SecurityHeadersConfig: security }: HeadersConfig) {
  const custom = CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value])
  const { AccessControlMaxAgeSec, IncludeSubdomains } = security.StrictTransportSecurity
  return {
    ...Object.fromEntries(custom),
    'content-security-policy': security.ContentSecurityPolicy.ContentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': security.FrameOptions.FrameOption,
    'referrer-policy': security.ReferrerPolicy.ReferrerPolicy,
    'strict-transport-security': `max-age=${AccessControlMaxAgeSec}${IncludeSubdomains ? '; includeSubDomains' : ''}`,
    'x-xss-protection': security.XSSProtection.Protection ? '1' : '0',
  }
}
