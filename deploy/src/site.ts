import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
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
import { siteHeadersPolicy } from './site-headers.ts'

/** How long a replaced file can be brought back. */
const ROLLBACK_WINDOW = Duration.days(90)

/** What the site needs from the rest of the stack. */
export type SiteProps = { apiHost: string; customDomain: Settings['customDomain'] }

/**
 * One address for all of it: the app from a private bucket, the API under `/api/`. So the app's requests stay on its
 * own origin, which the XSRF cookie needs, and no CORS is open.
 */
export class Site extends Construct {
  readonly bucket: Bucket
  readonly distribution: Distribution
  readonly url: string

  constructor(scope: Construct, id: string, { apiHost, customDomain }: SiteProps) {
    super(scope, id)
    this.bucket = privateBucket(this)
    this.distribution = new Distribution(this, 'Distribution', {
      defaultBehavior: this.pages(),
      additionalBehaviors: { [`${BASE_PATH}/*`]: this.api(apiHost) },
      defaultRootObject: 'index.html',
      // No custom error responses: they would turn the API's 404, which means "no statistics yet", into a page.
      priceClass: PriceClass.PRICE_CLASS_ALL, // the cheaper classes leave out South America
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(customDomain && {
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        domainNames: [customDomain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', customDomain.certificateArn),
      }),
    })
    this.url = `https://${customDomain?.name ?? this.distribution.distributionDomainName}`
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
  return new Bucket(scope, 'Bucket', {
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
}
