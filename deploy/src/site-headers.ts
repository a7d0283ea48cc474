import { Duration } from 'aws-cdk-lib'
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  type ResponseCustomHeader,
} from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

const STRICT_TRANSPORT = Duration.days(180)

/** Headers that CloudFront knows only as custom ones. */
const CUSTOM_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Permitted-Cross-Domain-Policies': 'none',
}

/**
 * The headers of the app's pages, the same as `siteHeaders` of quiz-api sends where Node serves the site (a test
 * compares them).
 *
 * @param identityOrigin the user pool's endpoint, the one foreign origin the app talks to
 */
export function siteHeadersPolicy(scope: Construct, id: string, identityOrigin: string): ResponseHeadersPolicy {
  return new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(identityOrigin), override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      strictTransportSecurity: { accessControlMaxAge: STRICT_TRANSPORT, includeSubdomains: true, override: true },
      xssProtection: { protection: false, override: true }, // the old filter did more harm than good
    },
    customHeadersBehavior: { customHeaders: Object.entries(CUSTOM_HEADERS).map(customHeader) },
  })
}

/**
 * The headers of the API's answers, for those that the function did not make: the gateway's own refusals carry none.
 * What the function says of itself stands.
 */
export function apiHeadersPolicy(scope: Construct, id: string): ResponseHeadersPolicy {
  const override = false
  return new ResponseHeadersPolicy(scope, id, {
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'", override },
      contentTypeOptions: { override },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override },
      strictTransportSecurity: { accessControlMaxAge: STRICT_TRANSPORT, includeSubdomains: true, override },
    },
    customHeadersBehavior: {
      customHeaders: [
        { header: 'Cache-Control', value: 'no-store', override },
        { header: 'Cross-Origin-Resource-Policy', value: 'same-origin', override },
      ],
    },
  })
}

function contentSecurityPolicy(identityOrigin: string): string {
  return [
    "default-src 'self'",
    `connect-src 'self' ${identityOrigin}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function customHeader([header, value]: [string, string]): ResponseCustomHeader {
  return { header, value, override: true }
}
