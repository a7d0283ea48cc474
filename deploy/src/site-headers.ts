import { Duration } from 'aws-cdk-lib'
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

import { apiHeaders, siteHeaders, type SecurityHeaders } from '../../packages/quiz-api/src/http/security-headers.ts'

const STRICT_TRANSPORT = Duration.days(180)

/** Headers with dedicated CloudFront settings. CloudFront rejects these headers as custom headers. */
const WITH_SETTINGS = new Set([
  'Content-Security-Policy',
  'Referrer-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'X-Frame-Options',
  'X-XSS-Protection',
])

/**
 * Headers of the app's pages. A test checks that CloudFront and the Node server send the same headers.
 *
 * @param identityOrigin origin of the user pool's endpoint. The app sends requests only to this origin and to the origin of its
 *   pages
 */
export function siteHeadersPolicy(scope: Construct, id: string, identityOrigin: string): ResponseHeadersPolicy {
  const headers = siteHeaders({ connectSources: [identityOrigin], https: true })
  return headersPolicy(scope, id, { headers, override: true })
}

/**
 * Headers that CloudFront adds to API responses that lack them, for example to the gateway's own error responses.
 * CloudFront does not override headers that the Lambda function sets.
 */
export function apiHeadersPolicy(scope: Construct, id: string): ResponseHeadersPolicy {
  const headers = { ...apiHeaders({ https: true }), 'Cache-Control': 'no-store' }
  return headersPolicy(scope, id, { headers, override: false })
}

type Policy = { headers: SecurityHeaders; override: boolean }

function headersPolicy(scope: Construct, id: string, { headers, override }: Policy): ResponseHeadersPolicy {
  const custom = Object.entries(headers).filter(([name]) => !WITH_SETTINGS.has(name))
  const contentSecurityPolicy = headers['Content-Security-Policy'] ?? ''
  return new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, override },
      contentTypeOptions: { override },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
      strictTransportSecurity: { accessControlMaxAge: STRICT_TRANSPORT, includeSubdomains: true, override },
      xssProtection: { protection: false, override },
    },
    customHeadersBehavior: { customHeaders: custom.map(([header, value]) => ({ header, value, override })) },
  })
}
