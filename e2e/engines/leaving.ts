import { setTimeout as delay } from 'node:timers/promises'
import type { Profile } from '@cognito-srp/testing/engines/engine'

import { Gate } from './gate.ts'
import { Screen } from './screen.ts'
import { alternative, answer, currentQuestion, goHome, nextQuestion, startQuiz } from './student.ts'
import type { Account } from '../user-pool.ts'

/** The ten seconds before a send, made short: time is the one thing that these trials replace in the page. */
const SHORT_DELAY = `const start = setTimeout
globalThis.setTimeout = (work, delayMs, ...rest) => start(work, delayMs === 10000 ? 200 : delayMs, ...rest)`

/** Longer than an engine takes from ending the requests of a page to taking the page away. */
const AFTER_LEAVING_MS = 300

export const WAYS = ['reload', 'leave'] as const
export type Way = (typeof WAYS)[number]

/** A student whose page goes away, again and again, while a request for the statistics is under way. */
export class Leaver {
  readonly #gate: Gate
  readonly #profile: Profile
  readonly #screen: Screen
  /** Tries by question id, as the student saw them locked. */
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

  /** Home asks for the statistics, and the page goes away before there is an answer. @returns whether the student is still in */
  async leaveDuringGet(way: Way): Promise<boolean> {
    this.#gate.hold('GET')
    await this.#screen.open('/home')
    await this.#gate.holds()
    return this.#goAway(way, '/home')
  }

  /** An answer is being sent, and the page goes away before the server has it. @returns whether the student is still in */
  async leaveDuringPut(way: Way): Promise<boolean> {
    await this.#screen.open('/quiz')
    await this.#goToUnanswered()
    this.#gate.hold('PUT')
    const { id } = await answer(this.#screen, true)
    this.answered.set(id, (this.answered.get(id) ?? 0) + 1)
    await this.#gate.holds()
    return this.#goAway(way, '/quiz')
  }

  /** Waits until everything is sent. */
  async drain(): Promise<void> {
    await this.#screen.open('/quiz')
    await this.#screen.says('Sincronizado', 'header')
  }

  async close(): Promise<void> {
    await this.#profile.close()
    await this.#gate.close()
  }

  /** A page whose database hangs, as WebKit's may after a reload, does not know how far the one before it went. */
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
