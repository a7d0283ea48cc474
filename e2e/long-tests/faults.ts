import { setTimeout as sleep } from 'node:timers/promises'
import { expect, type Route } from '@playwright/test'
import type { RunningProduct } from '@cognito-srp/product/running-product'

import type { Device } from './device.ts'

const STATS = '**/api/stats'
const LONGEST_SEND_MS = 60

/** Context of a fault, with a device that has just started a quiz, another device of the same student, and the server. */
export type Scene = { device: Device; other: Device; product: RunningProduct; random: () => number }

/** Faults that can happen between an answer and the server's counter. */
export const FAULTS: Record<string, (scene: Scene) => Promise<void>> = {
  'the page crashes between an answer and the sync': async ({ device, random }) => {
    await answerSome(device, random)
    await device.crash()
  },
  'the page crashes during an answer': async ({ device, random }) => {
    await answerSome(device, random)
    await device.crashWhileAnswering(random() < 0.5)
  },
  'the tab is closed before the sync': async ({ device, random }) => {
    await answerSome(device, random)
    await device.page.close()
    device.page = await device.context.newPage()
  },
  'the device goes offline and comes back': async ({ device, random }) => {
    await device.context.setOffline(true)
    await answerSome(device, random)
    await device.passSyncDelay()
    await device.context.setOffline(false)
    await device.expectSynced()
  },
  'two tabs answer at the same time': async ({ device, random }) => {
    const tab = await device.openTab()
    await tab.startQuiz()
    await Promise.all([answerSome(device, random), answerSome(tab, random)])
    await device.passSyncDelay()
    await device.expectSynced()
    await tab.expectSynced()
    await tab.page.close()
  },
  'two devices answer at the same time': async ({ device, other, random }) => {
    await other.startQuiz()
    await Promise.all([answerSome(device, random), answerSome(other, random)])
    await Promise.all([device.passSyncDelay(), other.passSyncDelay()])
    await Promise.all([device.expectSynced(), other.expectSynced()])
  },
  'the send fails and the student is signed out': async ({ device, random }) => {
    await onPut(device, (route) => route.fulfill({ status: 500 }))
    await answerSome(device, random)
    await expectSignOut(device)
  },
  'the send arrives but its reply is lost': async ({ device, random }) => {
    await onPut(device, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await answerSome(device, random)
    await expectSignOut(device)
  },
  'the server is killed while answers are sent': async ({ device, product, random }) => {
    await answerSome(device, random)
    await device.passSyncDelay()
    await sleep(random() * LONGEST_SEND_MS)
    await product.kill()
    await product.start()
  },
  'the student signs out with unsent answers': async ({ device, random }) => {
    await answerSome(device, random)
    await device.page.getByRole('button', { name: 'Logout', exact: true }).click()
    await expect(device.page).toHaveURL(/\/login$/)
  },
}

async function answerSome(device: Device, random: () => number): Promise<void> {
  const count = 1 + Math.floor(random() * 3)
  for (let index = 0; index < count; index += 1) await device.answerAndContinue(random() < 0.5)
}

async function onPut({ page }: Device, handle: (route: Route) => Promise<void>): Promise<void> {
  await page.route(STATS, (route) => (route.request().method() === 'PUT' ? handle(route) : route.continue()))
}

async function expectSignOut(device: Device): Promise<void> {
  await device.passSyncDelay()
  await expect(device.page.getByRole('alert')).toContainText('Suas respostas estão guardadas')
  await device.page.unroute(STATS)
}
