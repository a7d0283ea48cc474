import { Match } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'

import { sole, soleId, synthesise } from '../test/synthesise.ts'

const BUCKET = 'AWS::S3::Bucket'
const DISTRIBUTION = 'AWS::CloudFront::Distribution'
const template = synthesise()

/** Ids of CloudFront's managed policies, from its documentation. */
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad'
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac'

test('the bucket blocks all four kinds of public access', () => {
  template.hasResourceProperties(BUCKET, {
    PublicAccessBlockConfiguration: {
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    },
    WebsiteConfiguration: Match.absent(),
    AccessControl: Match.absent(),
  })
})

test('the bucket is encrypted, keeps replaced files for 90 days and is kept when the stack is deleted', () => {
  expect(sole(template, BUCKET)).toMatchObject({
    DeletionPolicy: 'Retain',
    Properties: {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      VersioningConfiguration: { Status: 'Enabled' },
      LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 90 }, Status: 'Enabled' }] },
    },
  })
})

test('only this distribution can read the bucket, and only over TLS', () => {
  const distribution = { Ref: soleId(template, DISTRIBUTION) }
  const { Statement } = sole(template, 'AWS::S3::BucketPolicy').Properties['PolicyDocument'] as { Statement: unknown[] }
  const allowed = Statement.filter((statement) => (statement as { Effect: string }).Effect === 'Allow')
  expect(allowed).toEqual([
    {
      Action: 's3:GetObject',
      Effect: 'Allow',
      Principal: { Service: 'cloudfront.amazonaws.com' },
      Condition: {
        StringEquals: {
          'AWS:SourceArn': { 'Fn::Join': ['', expect.arrayContaining([':distribution/', distribution])] },
        },
      },
      Resource: { 'Fn::Join': ['', [{ 'Fn::GetAtt': [soleId(template, BUCKET), 'Arn'] }, '/*']] },
    },
  ])
  expect(Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  )
})

test('CloudFront reads pages from the bucket with signed requests, compresses them and adds the headers', () => {
  template.hasResourceProperties(DISTRIBUTION, {
    DistributionConfig: {
      DefaultRootObject: 'index.html',
      DefaultCacheBehavior: {
        ViewerProtocolPolicy: 'redirect-to-https',
        Compress: true,
        ResponseHeadersPolicyId: { Ref: Match.stringLikeRegexp('^SiteHeaders') },
      },
      Origins: Match.arrayWith([
        Match.objectLike({
          DomainName: { 'Fn::GetAtt': [soleId(template, BUCKET), 'RegionalDomainName'] },
          OriginAccessControlId: { 'Fn::GetAtt': [soleId(template, 'AWS::CloudFront::OriginAccessControl'), 'Id'] },
        }),
      ]),
    },
  })
})

test("the distribution runs the CloudFront function that maps the app's routes to the page", () => {
  template.hasResourceProperties('AWS::CloudFront::Function', {
    FunctionConfig: { Runtime: 'cloudfront-js-2.0' },
    AutoPublish: true,
  })
  template.hasResourceProperties(DISTRIBUTION, {
    DistributionConfig: {
      DefaultCacheBehavior: {
        FunctionAssociations: [
          {
            EventType: 'viewer-request',
            FunctionARN: { 'Fn::GetAtt': [soleId(template, 'AWS::CloudFront::Function'), 'FunctionARN'] },
          },
        ],
      },
    },
  })
})

test("CloudFront does not replace the API's errors, because a 404 from the API means that a student has no statistics yet", () => {
  const { DistributionConfig } = sole(template, DISTRIBUTION).Properties
  expect(DistributionConfig).not.toHaveProperty('CustomErrorResponses')
})

test('requests to /api/ reach the API only over TLS, uncached, with token, cookies and unchanged ETags', () => {
  template.hasResourceProperties(DISTRIBUTION, {
    DistributionConfig: {
      CacheBehaviors: [
        Match.objectLike({
          PathPattern: '/api/*',
          ViewerProtocolPolicy: 'https-only',
          AllowedMethods: Match.arrayWith(['GET', 'PUT']),
          CachePolicyId: CACHING_DISABLED,
          OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST_HEADER,
          Compress: false,
          FunctionAssociations: Match.absent(),
          ResponseHeadersPolicyId: { Ref: Match.stringLikeRegexp('^SiteApiHeaders') },
        }),
      ],
      Origins: Match.arrayWith([
        Match.objectLike({
          DomainName: {
            'Fn::Join': [
              '',
              [{ Ref: soleId(template, 'AWS::ApiGatewayV2::Api') }, '.execute-api.sa-east-1.amazonaws.com'],
            ],
          },
          CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
        }),
      ]),
    },
  })
})

test('the price class includes edge locations in South America, which cheaper price classes omit', () => {
  template.hasResourceProperties(DISTRIBUTION, { DistributionConfig: { PriceClass: 'PriceClass_All' } })
})

test('without a custom domain, the site has the address that CloudFront assigns', () => {
  template.hasResourceProperties(DISTRIBUTION, { DistributionConfig: { Aliases: Match.absent() } })
  template.hasOutput('SiteUrl', {
    Value: { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [soleId(template, DISTRIBUTION), 'DomainName'] }]] },
  })
})

test('a custom domain uses its certificate and TLS 1.2 or newer', () => {
  const CERTIFICATE_ARN = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d'
  const named = synthesise({ SITE_DOMAIN: 'quiz.example.com', CERTIFICATE_ARN })
  named.hasResourceProperties(DISTRIBUTION, {
    DistributionConfig: {
      Aliases: ['quiz.example.com'],
      ViewerCertificate: {
        AcmCertificateArn: CERTIFICATE_ARN,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    },
  })
  named.hasOutput('SiteUrl', { Value: 'https://quiz.example.com' })
})
