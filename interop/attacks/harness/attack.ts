import type { Checkout } from '@cognito-srp/testing/attacked/checkout'

/** Result of an attack. */
export type Outcome = {
  /** Whether the attack did harm, such as a crash, a delay, a leak or a change of data. */
  harm: boolean
  /** Measured values with their names in the report, such as `{ calls: 100_000, 'memory at the end, MB': 96 }`. */
  figures: Readonly<Record<string, string | number>>
}

/** An attack, which is the default export of its file. */
export type Attack = {
  /** One sentence that names the attacker, the action and the goal. */
  does: string
  /** Milliseconds after which the attack counts as failed. Default: 180,000. */
  longestMs?: number
  /**
   * Starts programs from the checkout and attacks them. The harness then stops the programs, even if this function throws.
   */
  run(checkout: Checkout): Promise<Outcome>
}

/** Defines an attack: `export default attack({ does, run })`. */
export function attack(definition: Attack): Attack {
  return definition
}
