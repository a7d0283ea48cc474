import { setTimeout as delay } from 'node:timers/promises'
import type { Profile, Tab } from '@cognito-srp/testing/engines/engine'

import { findExpression, type Found, type Target } from './find.ts'

const PATIENCE_MS = 15_000
const POLL_MS = 50
/**
 * Number of consecutive polls that must find an element in the same place, because data from the database can move the
 * element.
 */
const LOOKS_AT_REST = 4

/**
 * Browser tab that a test uses as a person would. The methods `see`, `missesFor`, `press`, `fill`, `path` and `says`
 * wait for the expected state.
 */
export class Screen {
  readonly tab: Tab
  readonly #origin: string

  constructor(tab: Tab, origin: string) {
    this.tab = tab
    this.#origin = origin
  }

  static async open(profile: Profile, origin: string, path: string): Promise<Screen> {
    const screen = new Screen(await profile.openTab(), origin)
    await screen.open(path)
    return screen
  }

  open(path: string): Promise<void> {
    return this.tab.open(this.#origin + path)
  }

  /**
   * Returns the description of an element that is on the page now, or null if the page does not contain the element.
   */
  async look(target: Target): Promise<Found | null> {
    return (await this.tab.evaluate(findExpression(target))) as Found | null
  }

  async see(target: Target, fits: (found: Found) => boolean = () => true): Promise<Found> {
    const found = await until(async () => {
      const seen = await this.look(target)
      return seen && fits(seen) ? seen : null
    })
    if (found) return found
    throw new Error(`${describe(target)} is not visible on the page, which shows: ${await this.words()}`)
  }

  async missesFor(target: Target): Promise<void> {
    const gone = await until(async () => (await this.look(target)) === null)
    if (!gone) throw new Error(`${describe(target)} is still on the page.`)
  }

  /** Presses an element once it can be pressed and no longer moves. */
  async press(target: Target): Promise<void> {
    let before: Found | null = null
    let looks = 0
    const found = await until(async () => {
      const seen = await this.look(target)
      looks = seen !== null && seen.x === before?.x && seen.y === before.y ? looks + 1 : 1
      before = seen
      return seen?.isEnabled && seen.isReachable && looks >= LOOKS_AT_REST ? seen : null
    })
    if (!found) throw new Error(`${describe(target)} cannot be pressed on the page, which shows: ${await this.words()}`)
    await this.tab.click(found)
  }

  /** Replaces the text of a field. */
  async fill(name: string | RegExp, text: string): Promise<void> {
    await this.press({ role: 'textbox', name })
    await this.see({ role: 'textbox', name }, ({ isFocused }) => isFocused)
    await this.tab.evaluate('document.activeElement.select()')
    await this.tab.press(['Backspace', ...Array.from(text)])
  }

  keys(...keys: readonly string[]): Promise<void> {
    return this.tab.press(keys)
  }

  async path(expected: string): Promise<void> {
    const reached = await until(async () => (await this.tab.evaluate('location.pathname')) === expected)
    if (!reached)
      throw new Error(
        `The address is ${String(await this.tab.evaluate('location.href'))}, not ${expected}. The page shows: ${await this.words()}`,
      )
  }

  async says(text: string | RegExp, within = 'body', patienceMs = PATIENCE_MS): Promise<string> {
    const matches = (words: string) => (typeof text === 'string' ? words.includes(text) : text.test(words))
    const words = await until(async () => {
      const seen = await this.words(within)
      return matches(seen) ? seen : null
    }, patienceMs)
    if (words !== null) return words
    throw new Error(`"${String(text)}" is not in the text: ${await this.words(within)}`)
  }

  /** Returns all visible text. */
  async words(within = 'body'): Promise<string> {
    const parts = `[...document.querySelectorAll(${JSON.stringify(within)})].map((part) => part.innerText).join(' ')`
    return String(await this.tab.evaluate(parts)).replaceAll(/\s+/g, ' ')
  }
}

function describe({ role, name }: Target): string {
  return `${role}${name === undefined ? '' : ` "${String(name)}"`}`
}

/** Calls a function repeatedly until it returns a value. Returns null after a timeout. */
export async function until<Answer>(
  ask: () => Promise<Answer | null | false>,
  patienceMs = PATIENCE_MS,
): Promise<Answer | null> {
  const end = Date.now() + patienceMs
  while (Date.now() < end) {
    const answer = await ask().catch(passingFailure)
    if (answer !== null && answer !== false) return answer
    await delay(POLL_MS)
  }
  return null
}

/** Returns null if evaluation fails while one page replaces another. The engine cannot evaluate scripts during that time. */
function passingFailure(cause: unknown): null {
  if (/navigat|context|destroyed|aborted|no such frame|unloaded|closed/i.test(String(cause))) return null
  throw cause
}
