import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type BehaviorOptions,
} from 'aws-cdk-lib/aws-cloudfront'
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'

import { BASE_PATH } from './api.ts'
import { PAGE_FOR_PATH } from './page-for-path.ts'
import type { Settings } from './settings.ts'
import { apiHeadersPolicy, siteHeadersPolicy } from './site-headers.ts'

/** How long a replaced file can be brought back. */
const ROLLBACK_WINDOW = Duration.days(90)

/** What the site needs from the rest of the stack. */
export type SiteProps = { apiHost: string; customDomain: Settings['customDomain']; firewallArn?: string }

/**
 * One address for all of it: the app from a private bucket, the API under `/api/`. So the app's requests stay on its
 * own origin, which the XSRF cookie needs, and no CORS is open.
 */
export class Site extends Construct {
  readonly bucket: Bucket
  readonly distribution: Distribution
  readonly url: string

  constructor(scope: Construct, id: string, { apiHost, customDomain, firewallArn }: SiteProps) {
    super(scope, id)
    this.bucket = privateBucket(this)
    this.distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: this.pages(),
      additionalBehaviors: { [`${BASE_PATH}/*`]: this.api(apiHost) },
      defaultRootObject: 'index.html',
      // No custom error responses: they would turn the API's 404, which means "no statistics yet", into a page.
      priceClass: PriceClass.PRICE_CLASS_ALL, // the cheaper classes leave out South America
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(firewallArn !== undefined && { webAclId: firewallArn }),
      ...(customDomain && {
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        domainNames: [customDomain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', customDomain.certificateArn),
      }),
    })
    this.url = `https://${customDomain?.name ?? this.distribution.distributionDomainName}`
    acceptWhatStaysOpen(this.distribution, { firewallArn, customDomain })
  }

  private pages(): BehaviorOptions {
    const identityOrigin = `https://cognito-idp.${Stack.of(this).region}.amazonaws.com`
    return {
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
      responseHeadersPolicy: siteHeadersPolicy(this, 'Headers', identityOrigin),
      functionAssociations: [{ function: pageForPath(this), eventType: FunctionEventType.VIEWER_REQUEST }],
    }
  }

  private api(apiHost: string): BehaviorOptions {
    return {
      origin: new HttpOrigin(apiHost),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY, // a redirect would come after the token was sent in clear
      allowedMethods: AllowedMethods.ALLOW_ALL, // CloudFront has no smaller set with PUT; the gateway's routes decide
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER, // with Authorization and cookies
      compress: false, // the API compresses beforehand, and a second coder would weaken its ETags
      responseHeadersPolicy: apiHeadersPolicy(this, 'ApiHeaders'),
    }
  }
}

function pageForPath(scope: Construct): EdgeFunction {
  return new EdgeFunction(scope, 'PageForPath', {
    runtime: FunctionRuntime.JS_2_0,
    code: FunctionCode.fromInline(PAGE_FOR_PATH),
  })
}

function privateBucket(scope: Construct): Bucket {
  const bucket = new Bucket(scope, 'Bucket', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    lifecycleRules: [
      { noncurrentVersionExpiration: ROLLBACK_WINDOW, abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy: RemovalPolicy.RETAIN,
  })
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason:
      'It holds the published app and nothing else; CloudFront alone reads it, and that can be logged by SITE_LOGS.',
  })
  return bucket
}

/** What the rules of AWS Solutions would have otherwise, and why the settings at hand do not. */
function acceptWhatStaysOpen(
  distribution: Distribution,
  { firewallArn, customDomain }: Pick<SiteProps, 'firewallArn' | 'customDomain'>,
): void {
  const accepted = Validations.of(distribution)
  accepted.acknowledge(
    {
      id: 'AwsSolutions-CFR1',
      reason: 'Students may study from any country, and what they read has no export restriction.',
    },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        'The rule knows only the older log, which cannot leave out addresses; SITE_LOGS=true makes the newer one without them.',
    },
  )
  if (firewallArn === undefined)
    accepted.acknowledge({
      id: 'AwsSolutions-CFR2',
      reason: "A firewall costs money whether it is used or not, so it is the owner's choice with WAF=true.",
    })
  if (customDomain === undefined)
    accepted.acknowledge({
      id: 'AwsSolutions-CFR4',
      reason: 'CloudFront sets the TLS floor of its own cloudfront.net names itself; with SITE_DOMAIN it is TLS 1.2.',
    })
}
