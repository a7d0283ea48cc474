import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { RunningProduct } from '@cognito-srp/product/running-product'
import { launchChromium } from '@cognito-srp/testing/chromium'

import { serverCounts } from '../long-tests/tally.ts'
import { expect, test } from '../product.ts'
import { answer, chart, nextQuestion, openStats, signIn, startQuiz } from '../student.ts'
import { UserPool } from '../user-pool.ts'
import { REMOVE_ALL } from './missing.ts'

test('a student can study over plain HTTP on a local network, in a browser without newer built-ins', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'product-insecure-'))
  const product = new RunningProduct(folder, { HOST: '0.0.0.0', ALLOWED_HOSTS: 'sala.test' })
  const browser = await launchChromium('--host-resolver-rules=MAP sala.test 127.0.0.1')
  try {
    await product.start()
    const page = await browser.newPage({ baseURL: product.url.replace('localhost', 'sala.test') })
    await page.addInitScript(REMOVE_ALL)
    await study(page, product, new UserPool(product))
    expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'subtle' in crypto])).toEqual([
      false,
      false,
      false,
    ])
    expect(await page.evaluate(() => ['withResolvers' in Promise, 'locks' in navigator, 'any' in AbortSignal])).toEqual(
      [false, false, false],
    )
  } finally {
    await browser.close()
    await product.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** Signs in, answers, reloads, opens the statistics, and signs out, which sends the answers. */
async function study(page: Page, product: RunningProduct, pool: UserPool): Promise<void> {
  const account = await pool.createStudent()
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menos respondida')
  const right = await answer(page, true)
  await nextQuestion(page)
  const wrong = await answer(page, false)
  await page.reload()
  await expect(page.locator('main').getByText('Sua resposta, incorreta')).toBeVisible()
  await openStats(page)
  await expect(chart(page, 'Química')).toHaveAccessibleName(/^Química: 50%, 1 acertos em 2 tentativas/)
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect
    .poll(async () => Object.fromEntries(await serverCounts(product, pool, account)))
    .toEqual({
      [right.id]: { tries: 1, correct: 1 },
      [wrong.id]: { tries: 1, correct: 0 },
    })
}
