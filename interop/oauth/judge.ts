import assert from 'node:assert/strict'

/** The facts that a client has confirmed. */
export type Report = { facts: string[] }

/** Checks one fact about the emulator. */
export type Check = (fact: string, holds: () => unknown) => Promise<void>

/**
 * Creates a function that adds each confirmed fact to the report. The created function throws an Error with the fact if
 * the check throws or returns false.
 */
export function createCheck(report: Report): Check {
  return async (fact, holds) => {
    try {
      assert.notEqual(await holds(), false)
    } catch (cause) {
      throw new Error(`Check failed: ${fact}`, { cause })
    }
    report.facts.push(fact)
  }
}

/** Whether an action fails with the given OAuth error. Rethrows other errors. */
export async function isRefused(error: string, action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action()
    return false
  } catch (thrown) {
    const found = thrown as { error?: string; cause?: { error?: string }[] | { error?: string } }
    const causes = [found, ...(Array.isArray(found.cause) ? found.cause : [found.cause])]
    if (causes.some((cause) => cause?.error === error || JSON.stringify(cause)?.includes(`"${error}"`))) return true
    throw thrown
  }
}
