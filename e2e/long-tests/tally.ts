import type { RunningProduct } from '@cognito-srp/product/running-product'

import type { Account, UserPool } from '../user-pool.ts'

/** Numbers of tries and right answers by question id. */
export type Counts = Map<string, { tries: number; correct: number }>

/** Counts an answer that the student saw as accepted. */
export function countAnswer(counts: Counts, questionId: string, right: boolean): void {
  const { tries, correct } = counts.get(questionId) ?? { tries: 0, correct: 0 }
  counts.set(questionId, { tries: tries + 1, correct: correct + (right ? 1 : 0) })
}

/** Reads the server's counters directly, without the app. */
export async function serverCounts(product: RunningProduct, pool: UserPool, account: Account): Promise<Counts> {
  const reply = await fetch(`${product.url}/api/stats`, {
    headers: { authorization: `Bearer ${await pool.accessTokenOf(account)}` },
  })
  if (!reply.ok) throw new Error(`GET /api/stats failed with status ${reply.status}.`)
  const { questionsStats } = (await reply.json()) as {
    questionsStats: Record<string, { tries: number; correct: number }>
  }
  return new Map(Object.entries(questionsStats))
}

/**
 * Returns the amounts by which the server's counts of tries and right answers are too low (`lost`) and too high
 * (`double`).
 */
export function compareCounts(answered: Counts, stored: Counts): { lost: number; double: number } {
  const difference = { lost: 0, double: 0 }
  for (const id of new Set([...answered.keys(), ...stored.keys()])) {
    const [truth, kept] = [answered.get(id), stored.get(id)]
    for (const count of ['tries', 'correct'] as const) {
      const missing = (truth?.[count] ?? 0) - (kept?.[count] ?? 0)
      difference[missing > 0 ? 'lost' : 'double'] += Math.abs(missing)
    }
  }
  return difference
}

/** Returns the number of answers. */
export function totalTries(counts: Counts): number {
  return [...counts.values()].reduce((sum, { tries }) => sum + tries, 0)
}

/** Adds up the answers from multiple devices. */
export function countAll(devices: readonly { answered: Counts }[]): Counts {
  const sum: Counts = new Map()
  for (const { answered } of devices) {
    for (const [id, { tries, correct }] of answered) {
      const before = sum.get(id) ?? { tries: 0, correct: 0 }
      sum.set(id, { tries: before.tries + tries, correct: before.correct + correct })
    }
  }
  return sum
}
