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

/** Time for which a replaced file can be restored. */
const ROLLBACK_WINDOW = Duration.days(90)

/** Properties that the site gets from the rest of the stack. */
export type SiteProps = { apiHost: string; customDomain: Settings['customDomain']; firewallArn?: string }

/**
 * Serves the app from a private bucket and the API under `/api/`, both at one address. The app's requests therefore
 * stay on its own origin, as the XSRF cookie requires, and the API does not need CORS.
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
      // Custom error responses are not set, because they would replace the API's 404, which means "no statistics yet", with a
      // page.
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
    acknowledgeFindings(this.distribution, { firewallArn, customDomain })
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
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY, // a redirect would come after the token was sent in clear text
      allowedMethods: AllowedMethods.ALLOW_ALL, // CloudFront has no smaller set with PUT, and the gateway's routes restrict the methods
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER, // with Authorization and cookies
      compress: false, // the API's responses are already compressed, and a second compression would weaken their ETags
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
    reason: 'The bucket holds only the published app, and only CloudFront reads it, which SITE_LOGS can log.',
  })
  return bucket
}

/** Acknowledges the findings that cdk-nag's AWS Solutions rules report for these settings, each with a reason. */
function acknowledgeFindings(
  distribution: Distribution,
  { firewallArn, customDomain }: Pick<SiteProps, 'firewallArn' | 'customDomain'>,
): void {
  const accepted = Validations.of(distribution)
  accepted.acknowledge(
    {
      id: 'AwsSolutions-CFR1',
      reason: 'Students may study from any country, and the content has no export restriction.',
    },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        'The rule checks only the older log, which cannot omit addresses; SITE_LOGS=true creates the newer log without addresses.',
    },
  )
  if (firewallArn === undefined)
    accepted.acknowledge({
      id: 'AwsSolutions-CFR2',
      reason: "A firewall costs money even when unused, so it is the owner's choice (WAF=true).",
    })
  if (customDomain === undefined)
    accepted.acknowledge({
      id: 'AwsSolutions-CFR4',
      reason: 'CloudFront sets the minimum TLS version of its cloudfront.net names; with SITE_DOMAIN it is TLS 1.2.',
    })
}
