import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import type { RunningProduct } from '@cognito-srp/product/running-product'

import {
  alternative,
  answer,
  currentQuestion,
  fillLogin,
  nextQuestion,
  startQuiz,
  SYNC_DELAY_MS,
  syncIndicator,
} from '../student.ts'
import type { Account } from '../user-pool.ts'
import { countAnswer, type Counts } from './tally.ts'
import { profileOf } from './whole-product.ts'

/** A browser profile in which a student answers, with the answers that the student saw as accepted. */
export class Device {
  readonly context: BrowserContext
  readonly account: Account
  readonly answered: Counts
  page: Page

  constructor(context: BrowserContext, page: Page, account: Account, answered: Counts = new Map()) {
    this.context = context
    this.page = page
    this.account = account
    this.answered = answered
  }

  static async open(browser: Browser, product: RunningProduct, account: Account): Promise<Device> {
    const context = await browser.newContext(profileOf(product))
    await context.clock.install()
    return new Device(context, await context.newPage(), account)
  }

  /** Opens another tab of the same profile. */
  async openTab(): Promise<Device> {
    return new Device(this.context, await this.context.newPage(), this.account, this.answered)
  }

  /** Opens home and signs in if necessary. */
  async goHome(): Promise<void> {
    await this.page.goto('/home')
    const login = this.page.getByLabel('Email')
    await login.or(this.page.getByRole('button', { name: 'Estatística' })).waitFor()
    if (await login.isVisible()) await fillLogin(this.page, this.account)
    await this.page.getByRole('button', { name: 'Estatística' }).waitFor()
  }

  async startQuiz(): Promise<void> {
    await this.goHome()
    await startQuiz(this.page, [], 'Aleatória')
    await currentQuestion(this.page)
  }

  /** Answers the question on the screen and goes to the next question. */
  async answerAndContinue(right: boolean): Promise<void> {
    const { id } = await answer(this.page, right)
    countAnswer(this.answered, id, right)
    await nextQuestion(this.page)
  }

  /** Presses an alternative and crashes the page immediately. The answer counts if the page shows it as locked afterwards. */
  async crashWhileAnswering(right: boolean): Promise<void> {
    const question = await currentQuestion(this.page)
    const choice = right ? question.correct : (question.correct + 1) % question.alternatives.length
    await alternative(this.page, question.alternatives[choice] ?? '').click()
    await this.crash()
    await this.page.goto('/quiz')
    await expect.poll(async () => (await currentQuestion(this.page)).id).toBe(question.id)
    const isLocked = await alternative(this.page, question.alternatives[choice] ?? '').isDisabled()
    if (isLocked) countAnswer(this.answered, question.id, right)
  }

  /** Crashes the page without any unload event and opens a new one. */
  async crash(): Promise<void> {
    const chromium = await this.context.newCDPSession(this.page)
    const crashed = this.page.waitForEvent('crash')
    void chromium.send('Page.crash').catch(() => {}) // a crashed page sends no response
    await crashed
    await this.page.close()
    this.page = await this.context.newPage()
  }

  /** Advances the clock to the time at which waiting answers are sent. */
  async passSyncDelay(): Promise<void> {
    await this.context.clock.fastForward(SYNC_DELAY_MS)
  }

  /** Waits until all answers are sent, even if the timer starts only now. */
  async expectSynced(): Promise<void> {
    await expect(syncIndicator(this.page)).toContainText('Sincronizado', { timeout: 2 * SYNC_DELAY_MS })
  }

  /** Opens the quiz, signing in if necessary, and waits until all answers are sent. */
  async drain(): Promise<void> {
    await this.startQuiz()
    await this.passSyncDelay()
    await this.expectSynced()
  }
}
