import type { Assumptions } from './assumptions.ts'
import { PRICES, type PriceName } from './prices.ts'
import { tieredCost } from './tiers.ts'
import { monthlyUsage } from './usage.ts'

/** The rows of the bill: which prices make up a service. */
const SERVICES = {
  'Cognito (Essentials)': ['cognitoEssentials', 'cognitoRate'],
  CloudFront: ['cdnTransfer', 'cdnUpload', 'cdnRequests', 'cdnFunctions'],
  'API Gateway': ['gateway'],
  Lambda: ['lambdaRequests', 'lambdaDuration'],
  DynamoDB: ['dynamoWrites', 'dynamoReads', 'dynamoStorage', 'dynamoBackup'],
  'CloudWatch Logs': ['logIngestion', 'logStorage'],
  SES: ['mails'],
} satisfies Record<string, PriceName[]>

/** US dollars per month: by service, in all, and in all with Cognito's LITE plan instead. */
export type Bill = { services: Record<string, number>; total: number; totalLite: number }

/** The month's bill for `students` active students. */
export function monthlyBill(students: number, assumed: Assumptions): Bill {
  const usage = monthlyUsage(students, assumed)
  const cost = (name: PriceName) => tieredCost(usage[name], PRICES[name].tiers) / PRICES[name].per
  const services = Object.fromEntries(
    Object.entries(SERVICES).map(([service, names]) => [service, sum(names.map(cost))]),
  )
  const total = sum(Object.values(services))
  return { services, total, totalLite: total - cost('cognitoEssentials') + cost('cognitoLite') }
}

function sum(values: number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
