import { flat, type Tier } from './tiers.ts'

/** A list price: US dollars for `per` units by tier, with where it was read and of when that is. */
export type ListPrice = { service: string; unit: string; per: number; tiers: Tier[]; source: string; asOf: string }

const MILLION = 1_000_000
const GIGABYTES_PER_TERABYTE = 1024

const PRICE_LIST = 'AWS Price List Bulk API, us-east-1'

/**
 * List prices of us-east-1, and of CloudFront's edges in South America, without taxes and without the free tiers that
 * end after a year. Free quantities that stay are part of the tiers.
 */
export const PRICES = {
  cognitoEssentials: {
    service: 'Cognito, Essentials',
    unit: 'active user',
    per: 1,
    tiers: flat(0.015, 10_000),
    source: PRICE_LIST,
    asOf: '2026-09-29',
  },
  cognitoLite: {
    service: 'Cognito, Lite',
    unit: 'active user',
    per: 1,
    tiers: [
      { upTo: 10_000, price: 0 },
      { upTo: 100_000, price: 0.0055 },
      { upTo: MILLION, price: 0.0046 },
      { upTo: 10 * MILLION, price: 0.00325 },
      { upTo: Infinity, price: 0.0025 },
    ],
    source: 'aws.amazon.com/cognito/pricing (the two tiers above a million: an older copy of the page)',
    asOf: '2026-09-20',
  },
  cognitoRate: {
    service: 'Cognito, requests above the quota',
    unit: 'request/s',
    per: 1,
    tiers: flat(20),
    source: 'aws.amazon.com/about-aws/whats-new/2024/01/provisioned-capacity-api-limits-amazon-cognito',
    asOf: '2024-01-25',
  },
  gateway: {
    service: 'API Gateway, HTTP API, each started 512 KB',
    unit: 'request',
    per: MILLION,
    tiers: [
      { upTo: 300 * MILLION, price: 1 },
      { upTo: Infinity, price: 0.9 },
    ],
    source: 'aws.amazon.com/api-gateway/pricing',
    asOf: '2026-09-20',
  },
  lambdaRequests: {
    service: 'Lambda',
    unit: 'request',
    per: MILLION,
    tiers: flat(0.2, MILLION),
    source: PRICE_LIST,
    asOf: '2026-09-29',
  },
  lambdaDuration: {
    service: 'Lambda, arm64',
    unit: 'GB-second',
    per: 1,
    tiers: [
      { upTo: 400_000, price: 0 },
      { upTo: 7_500 * MILLION, price: 0.000_013_333_4 },
      { upTo: 18_750 * MILLION, price: 0.000_012_000_1 },
      { upTo: Infinity, price: 0.000_010_666_7 },
    ],
    source: PRICE_LIST,
    asOf: 'copy without a date',
  },
  dynamoWrites: {
    service: 'DynamoDB, writes of up to 1 KB',
    unit: 'write',
    per: MILLION,
    tiers: flat(0.625),
    source: PRICE_LIST,
    asOf: '2026-09-29',
  },
  dynamoReads: {
    service: 'DynamoDB, reads of up to 4 KB',
    unit: 'read',
    per: MILLION,
    tiers: flat(0.125),
    source: PRICE_LIST,
    asOf: '2026-09-29',
  },
  dynamoStorage: {
    service: 'DynamoDB, storage',
    unit: 'GB',
    per: 1,
    tiers: flat(0.25, 25),
    source: PRICE_LIST,
    asOf: '2026-09-29',
  },
  dynamoBackup: {
    service: 'DynamoDB, point-in-time recovery',
    unit: 'GB',
    per: 1,
    tiers: flat(0.2),
    source: 'AWS Price List Bulk API, us-west-2',
    asOf: 'copy without a date',
  },
  cdnTransfer: {
    service: 'CloudFront, to students',
    unit: 'GB',
    per: 1,
    tiers: [
      { upTo: GIGABYTES_PER_TERABYTE, price: 0 },
      { upTo: 10 * GIGABYTES_PER_TERABYTE, price: 0.11 },
      { upTo: 50 * GIGABYTES_PER_TERABYTE, price: 0.105 },
      { upTo: 150 * GIGABYTES_PER_TERABYTE, price: 0.09 },
      { upTo: 500 * GIGABYTES_PER_TERABYTE, price: 0.08 },
      { upTo: 1024 * GIGABYTES_PER_TERABYTE, price: 0.06 },
      { upTo: 5120 * GIGABYTES_PER_TERABYTE, price: 0.05 },
      { upTo: Infinity, price: 0.04 },
    ],
    source: 'aws.amazon.com/cloudfront/pricing',
    asOf: 'copy without a date, after 2023-11',
  },
  cdnUpload: {
    service: 'CloudFront, to the API',
    unit: 'GB',
    per: 1,
    tiers: flat(0.11),
    source: 'not found for South America: named input, set to the first price towards students',
    asOf: '—',
  },
  cdnRequests: {
    service: 'CloudFront',
    unit: 'HTTPS request',
    per: 10_000,
    tiers: flat(0.022, 10 * MILLION),
    source: 'wring.co/blog/aws-cloudfront-pricing-guide',
    asOf: 'copy without a date',
  },
  cdnFunctions: {
    service: 'CloudFront Functions',
    unit: 'call',
    per: MILLION,
    tiers: flat(0.1, 2 * MILLION),
    source: 'cur.vantage.sh/aws/amazoncloudfront',
    asOf: 'copy without a date',
  },
  logIngestion: {
    service: 'CloudWatch Logs, ingestion',
    unit: 'GB',
    per: 1,
    tiers: flat(0.5),
    source: 'c3x.dev/blog/cloudwatch-logs-cost-optimization',
    asOf: '2026-06',
  },
  logStorage: {
    service: 'CloudWatch Logs, storage',
    unit: 'GB',
    per: 1,
    tiers: flat(0.03),
    source: 'c3x.dev/blog/cloudwatch-logs-cost-optimization',
    asOf: '2026-06',
  },
  mails: {
    service: 'SES, Essentials plan (the default of new accounts)',
    unit: 'mail',
    per: 1_000,
    tiers: [
      { upTo: 10 * MILLION, price: 0.16 },
      { upTo: 100 * MILLION, price: 0.14 },
      { upTo: Infinity, price: 0.11 },
    ],
    source: PRICE_LIST,
    asOf: '2026-07-22',
  },
} as const satisfies Record<string, ListPrice>

export type PriceName = keyof typeof PRICES
