import { Hono } from 'hono'
import { expect, test } from 'vitest'

import { apiHeaders, siteHeaders } from '../../packages/quiz-api/src/http/browser-protection.ts'
import { REGION, resourcesById, synthesise } from '../test/synthesise.ts'

type HeadersConfig = {
  CustomHeadersConfig: { Items: { Header: string; Value: string }[] }
  SecurityHeadersConfig: {
    ContentSecurityPolicy: { ContentSecurityPolicy: string }
    ContentTypeOptions: object
    FrameOptions: { FrameOption: string }
    ReferrerPolicy: { ReferrerPolicy: string }
    StrictTransportSecurity: { AccessControlMaxAgeSec: number; IncludeSubdomains: boolean }
    XSSProtection?: { Protection: boolean }
  }
}

const policies = resourcesById(synthesise(), 'AWS::CloudFront::ResponseHeadersPolicy')
const policy = policies.find(([id]) => id.startsWith('SiteHeaders'))?.[1].Properties['ResponseHeadersPolicyConfig']
const apiPolicy = policies.find(([id]) => id.startsWith('SiteApiHeaders'))?.[1].Properties[
  'ResponseHeadersPolicyConfig'
]

test('CloudFront sends the same headers as the Node server of the product', async () => {
  const site = new Hono().use(
    siteHeaders({ connectSources: [`https://cognito-idp.${REGION}.amazonaws.com`], https: true }),
  )
  site.get('/', (context) => context.body(null))
  const served = Object.fromEntries((await site.request('/')).headers)
  expect(sentByCloudFront(policy as HeadersConfig)).toEqual(served)
})

test('no script or style stands inside a page', () => {
  const { ContentSecurityPolicy } = (policy as HeadersConfig).SecurityHeadersConfig.ContentSecurityPolicy
  expect(ContentSecurityPolicy).toContain("default-src 'self'")
  expect(ContentSecurityPolicy).not.toMatch(/unsafe-|\*|https?:\/\/(?!cognito-idp\.)/)
})

test('what the API refuses at the gateway has the headers of its own answers, and is kept by no cache', async () => {
  const api = new Hono().use(apiHeaders({ https: true }))
  api.get('/', (context) => context.body(null))
  const served = Object.fromEntries((await api.request('/')).headers)
  const sent = sentByCloudFront(apiPolicy as HeadersConfig)
  expect(served).toMatchObject(Object.fromEntries(Object.entries(sent).filter(([name]) => name !== 'cache-control')))
  expect(sent).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

test('what the function says of its answers stands: its ETags are worth asking again', () => {
  expect(JSON.stringify(apiPolicy)).not.toContain('"Override":true')
})

/** The headers that CloudFront makes of its configuration, by lower-case name. */
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
    ...(security.XSSProtection && { 'x-xss-protection': security.XSSProtection.Protection ? '1' : '0' }),
  }
}
