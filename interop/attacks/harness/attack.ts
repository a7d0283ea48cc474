import type { Checkout } from '@cognito-srp/testing/attacked/checkout'

/** What an attack came to. */
export type Outcome = {
  /** Whether the attacker gained what they must not: something ended, slowed down, was learned or was changed. */
  harm: boolean
  /** What was measured, in the words of the report: `{ calls: 100_000, 'memory at the end, MB': 96 }`. */
  figures: Readonly<Record<string, string | number>>
}

/** One attack; the file's default export. */
export type Attack = {
  /** One sentence: who does what, and what they hope for. */
  does: string
  /** After this time it has failed. Default: 180,000. */
  longestMs?: number
  /** Attacks what it starts from the checkout; whatever it started is ended afterwards, also when this throws. */
  run(checkout: Checkout): Promise<Outcome>
}

/** Declares an attack: `export default attack({ does, run })`. */
export function attack(definition: Attack): Attack {
  return definition
}
