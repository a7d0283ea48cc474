import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { z } from 'zod'

import { UsageError } from './usage-error.ts'

const wholeNumber = (name: string) =>
  z
    .string()
    .regex(/^[1-9]\d*$/, `${name} must be a whole number above 0`)
    .transform(Number)

const wholeNumberWithin = (name: string, { least, most }: { least: number; most: number }) => {
  const message = `${name} must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,10}$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message)
}

const flag = (name: string) =>
  z
    .enum(['true', 'false'], `${name} must be true or false`)
    .default('false')
    .transform((text) => text === 'true')

/** Types of characters that the pool can require in a new password. */
const CHARACTER_KINDS = ['lowercase', 'uppercase', 'digits', 'symbols'] as const
type CharacterKind = (typeof CHARACTER_KINDS)[number]

/** Cognito's limits, from its API reference. The minimum password length comes from the app's forms. */
const PASSWORD_LENGTHS = { least: 8, most: 99 }
const ACCESS_TOKEN_MINUTES = { least: 5, most: 1_440 }
const REFRESH_TOKEN_DAYS = { least: 1, most: 3_650 }

/** Limits of a rate-based rule, from AWS WAF's API reference. */
const REQUESTS_PER_ADDRESS = { least: 10, most: 2_000_000_000 }

const settingsSchema = z
  .object({
    STACK_NAME: z
      .string()
      .regex(
        /^[A-Za-z][A-Za-z0-9-]{0,40}$/,
        'STACK_NAME must start with a letter and have at most 41 letters, digits and "-"',
      )
      .default('revisa'),
    PRODUCT_NAME: z
      .string()
      .regex(/^\S(?:.{0,58}\S)?$/, 'PRODUCT_NAME must have 1 to 60 characters and no spaces at either end')
      .default('Revisa'),
    USER_POOL_PLAN: z
      .enum(['ESSENTIALS', 'LITE', 'PLUS'], 'USER_POOL_PLAN must be ESSENTIALS, LITE or PLUS')
      .default('ESSENTIALS'),
    THREAT_PROTECTION: z
      .enum(['off', 'audit', 'enforced'], 'THREAT_PROTECTION must be off, audit or enforced')
      .default('off'),
    MFA: z.enum(['off', 'optional', 'required'], 'MFA must be off, optional or required').default('optional'),
    PASSWORD_MIN_LENGTH: wholeNumberWithin('PASSWORD_MIN_LENGTH', PASSWORD_LENGTHS).default(8),
    PASSWORD_CHARACTERS: z
      .string()
      .transform((kinds) => kinds.split(',').map((kind) => kind.trim()))
      .pipe(z.array(z.enum(CHARACTER_KINDS, `PASSWORD_CHARACTERS must list some of ${CHARACTER_KINDS.join(', ')}`)))
      .default([]),
    ACCESS_TOKEN_MINUTES: wholeNumberWithin('ACCESS_TOKEN_MINUTES', ACCESS_TOKEN_MINUTES).default(60),
    REFRESH_TOKEN_DAYS: wholeNumberWithin('REFRESH_TOKEN_DAYS', REFRESH_TOKEN_DAYS).default(30),
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
        'CERTIFICATE_ARN must be an ACM certificate in us-east-1, the only region that CloudFront accepts',
      )
      .optional(),
    SECURITY_CONTACT: z
      .string()
      .regex(
        /^(?:https:\/\/|mailto:)[\x21-\x7e]+$/,
        'SECURITY_CONTACT must be an address like https://example.com/report or mailto:security@example.com',
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
          'LOG_RETENTION_DAYS must be a value that CloudWatch Logs supports, such as 1, 3, 5, 7, 14, 30, 60 or 90',
        ),
      )
      .default(RetentionDays.ONE_MONTH),
    REQUESTS_PER_SECOND: wholeNumber('REQUESTS_PER_SECOND').default(200),
    REQUESTS_BURST: wholeNumber('REQUESTS_BURST').default(400),
    CHECK_REVOCATION: flag('CHECK_REVOCATION'),
    FUNCTION_CONCURRENCY: wholeNumber('FUNCTION_CONCURRENCY').optional(),
    WAF: flag('WAF'),
    WAF_USER_POOL: flag('WAF_USER_POOL'),
    WAF_REQUESTS_PER_ADDRESS: wholeNumberWithin('WAF_REQUESTS_PER_ADDRESS', REQUESTS_PER_ADDRESS).default(10_000),
    ALARM_EMAIL: z.email('ALARM_EMAIL must be the e-mail address for alarms').optional(),
    MONTHLY_BUDGET_USD: wholeNumber('MONTHLY_BUDGET_USD').default(50),
    SITE_LOGS: flag('SITE_LOGS'),
    TRACING: flag('TRACING'),
  })
  .refine(({ SITE_DOMAIN, CERTIFICATE_ARN }) => (SITE_DOMAIN === undefined) === (CERTIFICATE_ARN === undefined), {
    message: 'SITE_DOMAIN and CERTIFICATE_ARN must be set together',
  })
  .refine(({ THREAT_PROTECTION, USER_POOL_PLAN }) => THREAT_PROTECTION === 'off' || USER_POOL_PLAN === 'PLUS', {
    message: 'THREAT_PROTECTION requires the PLUS plan. Set USER_POOL_PLAN=PLUS, or set THREAT_PROTECTION=off',
  })
  .refine(({ THREAT_PROTECTION, MFA }) => THREAT_PROTECTION !== 'enforced' || MFA !== 'off', {
    message:
      'THREAT_PROTECTION=enforced asks for a code at medium risk. Set MFA to optional or required, or THREAT_PROTECTION=audit',
  })
  .transform(({ SITE_DOMAIN, CERTIFICATE_ARN, ...variables }): Settings => ({
    stackName: variables.STACK_NAME,
    productName: variables.PRODUCT_NAME,
    userPoolPlan: variables.USER_POOL_PLAN,
    threatProtection: variables.THREAT_PROTECTION,
    mfa: variables.MFA,
    passwords: { minLength: variables.PASSWORD_MIN_LENGTH, characters: variables.PASSWORD_CHARACTERS },
    accessTokenMinutes: variables.ACCESS_TOKEN_MINUTES,
    refreshTokenDays: variables.REFRESH_TOKEN_DAYS,
    deviceTracking: variables.DEVICE_TRACKING,
    senderEmail: variables.SENDER_EMAIL,
    customDomain:
      SITE_DOMAIN === undefined || CERTIFICATE_ARN === undefined
        ? undefined
        : { name: SITE_DOMAIN, certificateArn: CERTIFICATE_ARN },
    securityContact: variables.SECURITY_CONTACT,
    tableName: variables.TABLE_NAME,
    logRetentionDays: variables.LOG_RETENTION_DAYS,
    requestsPerSecond: variables.REQUESTS_PER_SECOND,
    requestsBurst: variables.REQUESTS_BURST,
    checkRevocation: variables.CHECK_REVOCATION,
    functionConcurrency: variables.FUNCTION_CONCURRENCY,
    firewall: {
      site: variables.WAF,
      userPool: variables.WAF_USER_POOL,
      requestsPerAddress: variables.WAF_REQUESTS_PER_ADDRESS,
    },
    alarms:
      variables.ALARM_EMAIL === undefined
        ? undefined
        : { email: variables.ALARM_EMAIL, monthlyBudgetUsd: variables.MONTHLY_BUDGET_USD },
    siteLogs: variables.SITE_LOGS,
    tracing: variables.TRACING,
  }))

/** Settings that the owner can choose. */
export type Settings = {
  /** Name of the CloudFormation stack. Stacks with different names can run independently in one account. */
  stackName: string
  /** Name of the product in the app and in e-mails. */
  productName: string
  /**
   * Cognito's feature plan. Refresh token rotation needs ESSENTIALS or PLUS, and threat protection needs PLUS. LITE costs
   * less.
   */
  userPoolPlan: 'ESSENTIALS' | 'LITE' | 'PLUS'
  /**
   * Reaction to risky sign-ins. `off` does nothing, `audit` reports the risk, and `enforced` asks for a code or blocks
   * the sign-in.
   */
  threatProtection: 'off' | 'audit' | 'enforced'
  /**
   * When a sign-in needs an authenticator code. `optional` asks only students who have set up an authenticator, and
   * `required` asks every student.
   */
  mfa: 'off' | 'optional' | 'required'
  /** Minimum requirements for a new password. */
  passwords: { minLength: number; characters: readonly CharacterKind[] }
  accessTokenMinutes: number
  refreshTokenDays: number
  /** When Cognito remembers a browser. `opt-in` means only if the student agrees. */
  deviceTracking: 'off' | 'opt-in' | 'always'
  /** Sender of e-mails. If the sender is absent, Cognito sends the e-mails itself, at most 50 a day. */
  senderEmail?: string
  /** Custom domain of the site. If the domain is absent, the site has the address that CloudFront assigns. */
  customDomain?: { name: string; certificateArn: string }
  /**
   * Address for vulnerability reports in security.txt. If this address is absent, security.txt contains the
   * repository's address.
   */
  securityContact?: string
  /** Name of an existing table, such as a restored table. If the name is absent, the stack creates a table. */
  tableName?: string
  logRetentionDays: RetentionDays
  requestsPerSecond: number
  requestsBurst: number
  /**
   * Whether the API also asks Cognito if a token is still valid, at most once a minute per token, or every five seconds
   * after a failed call.
   */
  checkRevocation: boolean
  /**
   * Lambda's reserved concurrency for the function, which is also the maximum number of concurrent instances. If the
   * number is absent, the function shares the account's unreserved concurrency.
   */
  functionConcurrency?: number
  /** The resources that AWS WAF protects, and the maximum number of requests per address in five minutes. */
  firewall: { site: boolean; userPool: boolean; requestsPerAddress: number }
  /**
   * Recipient of the alarms, and the monthly budget in US dollars. If the recipient is absent, there are no alarms and
   * no budget.
   */
  alarms?: { email: string; monthlyBudgetUsd: number }
  /** Whether CloudFront logs the site's requests. The gateway always logs requests to the API. */
  siteLogs: boolean
  /** Whether X-Ray traces the function's requests. */
  tracing: boolean
}

/**
 * Reads the settings from the environment variables that README.md lists. An empty variable counts as absent.
 *
 * @throws UsageError with one line per invalid variable, which states the expected value
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const settings = settingsSchema.safeParse(variables)
  if (settings.success) return settings.data
  const problems = settings.error.issues.map(({ message }) => `- ${message}`)
  throw new UsageError(`Some environment variables are invalid (see README.md):\n${problems.join('\n')}`)
}
