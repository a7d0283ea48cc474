import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { z } from 'zod'

import { UsageError } from './usage-error.ts'

const wholeNumber = (name: string) =>
  z
    .string()
    .regex(/^[1-9]\d*$/, `${name} must be a whole number above 0`)
    .transform(Number)

const settingsSchema = z
  .object({
    STACK_NAME: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,40}$/, 'STACK_NAME must be a letter, then letters, digits and "-", 41 at most')
      .default('revisa'),
    PRODUCT_NAME: z
      .string()
      .regex(/^\S(?:.{0,58}\S)?$/, 'PRODUCT_NAME must have 1 to 60 characters without spaces around them')
      .default('Revisa'),
    USER_POOL_PLAN: z.enum(['ESSENTIALS', 'LITE'], 'USER_POOL_PLAN must be ESSENTIALS or LITE').default('ESSENTIALS'),
    DEVICE_TRACKING: z
      .enum(['off', 'opt-in', 'always'], 'DEVICE_TRACKING must be off, opt-in or always')
      .default('opt-in'),
    SENDER_EMAIL: z.email('SENDER_EMAIL must be an e-mail address that SES has verified').optional(),
    SITE_DOMAIN: z
      .string()
      .regex(
        /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/,
        'SITE_DOMAIN must be a host name like quiz.example.com',
      )
      .optional(),
    CERTIFICATE_ARN: z
      .string()
      .regex(
        /^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
        'CERTIFICATE_ARN must be a certificate of ACM in us-east-1, the only region whose certificates CloudFront takes',
      )
      .optional(),
    TABLE_NAME: z
      .string()
      .regex(/^[\w.-]{3,255}$/, 'TABLE_NAME must be the name of a DynamoDB table')
      .optional(),
    LOG_RETENTION_DAYS: wholeNumber('LOG_RETENTION_DAYS')
      .pipe(
        z.enum(
          RetentionDays,
          'LOG_RETENTION_DAYS must be one that CloudWatch Logs knows: 1, 3, 5, 7, 14, 30, 60, 90 …',
        ),
      )
      .default(RetentionDays.ONE_MONTH),
    REQUESTS_PER_SECOND: wholeNumber('REQUESTS_PER_SECOND').default(200),
    REQUESTS_BURST: wholeNumber('REQUESTS_BURST').default(400),
  })
  .refine(({ SITE_DOMAIN, CERTIFICATE_ARN }) => (SITE_DOMAIN === undefined) === (CERTIFICATE_ARN === undefined), {
    message: 'SITE_DOMAIN and CERTIFICATE_ARN go together: set both or neither',
  })
  .transform(({ SITE_DOMAIN, CERTIFICATE_ARN, ...given }): Settings => ({
    stackName: given.STACK_NAME,
    productName: given.PRODUCT_NAME,
    userPoolPlan: given.USER_POOL_PLAN,
    deviceTracking: given.DEVICE_TRACKING,
    senderEmail: given.SENDER_EMAIL,
    customDomain:
      SITE_DOMAIN === undefined || CERTIFICATE_ARN === undefined
        ? undefined
        : { name: SITE_DOMAIN, certificateArn: CERTIFICATE_ARN },
    tableName: given.TABLE_NAME,
    logRetentionDays: given.LOG_RETENTION_DAYS,
    requestsPerSecond: given.REQUESTS_PER_SECOND,
    requestsBurst: given.REQUESTS_BURST,
  }))

/** What an owner chooses. */
export type Settings = {
  /** CloudFormation's name for all of it; two names are two independent products in one account. */
  stackName: string
  /** What the header and the mails call the product. */
  productName: string
  /** Cognito's feature plan: rotation of refresh tokens needs ESSENTIALS, LITE costs less. */
  userPoolPlan: 'ESSENTIALS' | 'LITE'
  /** Whether browsers are remembered never, when the student says so, or always. */
  deviceTracking: 'off' | 'opt-in' | 'always'
  /** Absent: Cognito's own sender, 50 mails a day. */
  senderEmail?: string
  /** Absent: the address that CloudFront gives. */
  customDomain?: { name: string; certificateArn: string }
  /** Absent: a table of the stack's own; else one that exists, such as a restored one. */
  tableName?: string
  logRetentionDays: RetentionDays
  requestsPerSecond: number
  requestsBurst: number
}

/**
 * Reads the settings from the environment variables that README.md lists; an empty variable counts as absent.
 *
 * @throws UsageError with one line for each wrong variable, saying what was expected
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const settings = settingsSchema.safeParse(given)
  if (settings.success) return settings.data
  const problems = settings.error.issues.map(({ message }) => `- ${message}`)
  throw new UsageError(`The settings in the environment are wrong (see README.md):\n${problems.join('\n')}`)
}
