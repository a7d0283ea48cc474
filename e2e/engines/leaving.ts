import { setTimeout as delay } from 'node:timers/promises'
import type { Profile } from '@cognito-srp/testing/engines/engine'

import { Gate } from './gate.ts'
import { Screen } from './screen.ts'
import { alternative, answer, currentQuestion, goHome, nextQuestion, startQuiz } from './student.ts'
import type { Account } from '../user-pool.ts'

/** Script that shortens the delay of ten seconds before answers are sent. The trials do not change anything else in the page. */
const SHORT_DELAY = `const start = setTimeout
globalThis.setTimeout = (work, delayMs, ...rest) => start(work, delayMs === 10000 ? 200 : delayMs, ...rest)`

/**
 * Waiting time after leaving a page. After aborting a page's requests, every engine removes the page within this time.
 */
const AFTER_LEAVING_MS = 300

export const WAYS = ['reload', 'leave'] as const
export type Way = (typeof WAYS)[number]

/** A student who repeatedly leaves the page during a request for the statistics. */
export class Leaver {
  readonly #gate: Gate
  readonly #profile: Profile
  readonly #screen: Screen
  /** Number of answers that the student saw as locked, by question id. */
  readonly answered = new Map<string, number>()

  private constructor(gate: Gate, profile: Profile, screen: Screen) {
    this.#gate = gate
    this.#profile = profile
    this.#screen = screen
  }

  static async start(profile: Profile, productUrl: string, account: Account): Promise<Leaver> {
    const gate = await Gate.open(productUrl)
    gate.putBeforeTheApp(SHORT_DELAY)
    const screen = await Screen.open(profile, gate.url, '/')
    await goHome(screen, account)
    await startQuiz(screen, 'Aleatória')
    return new Leaver(gate, profile, screen)
  }

  /** Leaves the page while home reads the statistics. @returns whether the student is still signed in */
  async leaveDuringGet(way: Way): Promise<boolean> {
    this.#gate.delay('GET')
    await this.#screen.open('/home')
    await this.#gate.waitForRequest()
    return this.#goAway(way, '/home')
  }

  /** Leaves the page while an answer is being sent. @returns whether the student is still signed in */
  async leaveDuringPut(way: Way): Promise<boolean> {
    await this.#screen.open('/quiz')
    await this.#goToUnanswered()
    this.#gate.delay('PUT')
    const { id } = await answer(this.#screen, true)
    this.answered.set(id, (this.answered.get(id) ?? 0) + 1)
    await this.#gate.waitForRequest()
    return this.#goAway(way, '/quiz')
  }

  /** Waits until all answers are sent. */
  async drain(): Promise<void> {
    await this.#screen.open('/quiz')
    await this.#screen.says('Sincronizado', 'header')
  }

  async close(): Promise<void> {
    await this.#profile.close()
    await this.#gate.close()
  }

  /**
   * Goes to an unanswered question. WebKit's database can hang after a reload, and then the page does not resume the
   * run.
   */
  async #goToUnanswered(): Promise<void> {
    let question = await currentQuestion(this.#screen)
    while (!(await this.#screen.see(alternative(question, question.correct))).isEnabled)
      question = await nextQuestion(this.#screen)
  }

  async #goAway(way: Way, path: string): Promise<boolean> {
    if (way === 'reload') await this.#screen.tab.reload()
    else {
      await this.#screen.tab.open('data:text/html,elsewhere')
      await delay(AFTER_LEAVING_MS)
      this.#gate.release()
      await this.#screen.open(path)
    }
    this.#gate.release()
    await delay(AFTER_LEAVING_MS)
    await this.#screen.see({ role: 'button', name: /^(Logout|Logar)$/ })
    return (await this.#screen.look({ role: 'button', name: 'Logar' })) === null
  }
}
