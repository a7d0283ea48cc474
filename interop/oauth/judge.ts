import assert from 'node:assert/strict'

/** What a judge saw: each fact once it held. */
export type Report = { facts: string[] }

/** Holds the emulator to one fact. */
export type Check = (fact: string, holds: () => unknown) => Promise<void>

/** Notes facts as they are seen. @throws what `holds` throws, under the fact's name; a false answer too */
export function createCheck(report: Report): Check {
  return async (fact, holds) => {
    try {
      assert.notEqual(await holds(), false)
    } catch (cause) {
      throw new Error(`It does not hold that ${fact}.`, { cause })
    }
    report.facts.push(fact)
  }
}

/** Whether an action is refused with an OAuth error. */
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
