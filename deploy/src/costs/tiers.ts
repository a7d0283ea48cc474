/** A price that holds up to a quantity per month, counted from 0. */
export type Tier = { upTo: number; price: number }

/** Cost of a month's quantity when each tier's price holds for the part of the quantity inside it. */
export function tieredCost(quantity: number, tiers: readonly Tier[]): number {
  let from = 0
  let cost = 0
  for (const { upTo, price } of tiers) {
    cost += Math.max(0, Math.min(quantity, upTo) - from) * price
    from = upTo
  }
  return cost
}

/** One price for any quantity above what is free. */
export function flat(price: number, freeUpTo = 0): Tier[] {
  return [
    { upTo: freeUpTo, price: 0 },
    { upTo: Infinity, price },
  ]
}
