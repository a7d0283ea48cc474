import type { Assumptions } from './assumptions.ts'
import { monthlyBill } from './bill.ts'
import { PRICES, type ListPrice } from './prices.ts'
import { peakRequestsPerSecond } from './usage.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const price = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 })
const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

/** Costs by service as a Markdown table, one column for each number of students. */
export function costTable(sizes: readonly number[], assumed: Assumptions): string {
  const bills = sizes.map((students) => ({ students, ...monthlyBill(students, assumed) }))
  const services = Object.keys(bills[0]?.services ?? {})
  return table([
    ['per month', ...sizes.map((students) => `${count.format(students)} students`)],
    ...services.map((service) => [service].concat(bills.map((bill) => amount(bill.services[service] ?? 0)))),
    ['**total**', ...bills.map(({ total }) => `**${amount(total)}**`)],
    ['total with the LITE plan', ...bills.map(({ totalLite }) => amount(totalLite))],
    ['total of a student', ...bills.map(({ total, students }) => `$${price.format(round(total / students))}`)],
    ['API requests in the busiest second', ...sizes.map((size) => count.format(peakRequestsPerSecond(size, assumed)))],
  ])
}

/** Every list price with its source and date as a Markdown table. */
export function priceTable(): string {
  const rows = Object.values(PRICES).map((listed: ListPrice) => [
    listed.service,
    listed.per === 1 ? listed.unit : `${count.format(listed.per)} ${listed.unit}s`,
    tiersText(listed),
    listed.source,
    listed.asOf,
  ])
  return table([['service', 'unit', 'US dollars', 'source', 'as of'], ...rows])
}

/** The assumptions by name as a Markdown table. */
export function assumptionTable(assumed: Assumptions): string {
  return table([
    ['input', 'value'],
    ...Object.entries(assumed).map(([name, value]) => [`\`${name}\``, price.format(value)]),
  ])
}

function tiersText({ tiers }: ListPrice): string {
  return tiers
    .filter(({ upTo }) => upTo > 0)
    .map((tier) => `${tier.price === 0 ? 'free' : price.format(tier.price)}${limitText(tier.upTo)}`)
    .join('; ')
}

function limitText(upTo: number): string {
  return upTo === Infinity ? '' : ` up to ${count.format(upTo)}`
}

function amount(value: number): string {
  return value < 100 ? dollars.format(value) : wholeDollars.format(value)
}

function round(value: number): number {
  return Number(value.toPrecision(2))
}

function table([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
