import type { Page } from '@playwright/test'

import { openNewerDatabase } from './browser-storage.ts'
import { expect, test } from './product.ts'
import { answer, chart, nextQuestion, openStats, signIn, startQuiz, SYNC_DELAY_MS, syncIndicator } from './student.ts'
import type { Account } from './user-pool.ts'

test.use({ serviceWorkers: 'allow' })

// A browser may take a page's database away at any moment: the student answers on, and the server counts every answer once.

/** Stands in a run behind its first answer, which was right and is not sent. */
async function beginWithAnAnswer(page: Page, account: Account): Promise<void> {
  await page.clock.install()
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  await answer(page, true)
}

/** Lets the answers be sent, and reads in the statistics what was counted. */
async function expectCounted(page: Page, label: string): Promise<void> {
  await page.clock.fastForward(SYNC_DELAY_MS)
  await expect(syncIndicator(page)).toContainText('Sincronizado')
  await openStats(page)
  await expect(chart(page, 'Química')).toHaveAccessibleName(label)
}

test('a database deleted in the middle of a run takes no answer with it, in either of two tabs', async ({
  page,
  context,
  account,
}) => {
  await beginWithAnAnswer(page, account)
  const other = await context.newPage()
  await other.goto('/quiz')
  await expect(syncIndicator(other)).toContainText('1 resposta por enviar')

  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const deletion = indexedDB.deleteDatabase('revisa')
        deletion.addEventListener('success', resolve)
        deletion.addEventListener('error', reject)
      }),
  )
  await nextQuestion(page)
  await answer(page, true)
  await nextQuestion(page)
  await answer(page, false)
  await expect(syncIndicator(page)).toContainText('3 respostas por enviar')
  await expect(syncIndicator(other)).toContainText('3 respostas por enviar')
  await page.reload() // and the new database holds them
  await expect(syncIndicator(page)).toContainText('3 respostas por enviar')
  await expectCounted(page, 'Química: 67%, 2 acertos em 3 tentativas')
  await other.close()
})

test('a newer version in another tab asks for a reload, and the answers go on', async ({ page, context, account }) => {
  await beginWithAnAnswer(page, account)
  const other = await context.newPage()
  await other.goto('/icon.svg')
  await openNewerDatabase(other)
  await expect(page.getByText(/Recarregue a página/)).toBeVisible()
  await nextQuestion(page)
  await answer(page, false)
  await expect(syncIndicator(page)).toContainText('2 respostas por enviar')
  await expectCounted(page, 'Química: 50%, 1 acertos em 2 tentativas')
  await other.close()
})

test('a full disk, and a database that no longer answers, leave the answers in memory with a notice', async ({
  page,
  account,
}) => {
  await beginWithAnAnswer(page, account)
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError')
    }
  })
  await nextQuestion(page)
  await answer(page, false)
  await expect(page.getByText('Este navegador não permite guardar dados.')).toBeVisible()
  await expectCounted(page, 'Química: 50%, 1 acertos em 2 tentativas')

  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  await page.reload()
  await page.clock.runFor(SYNC_DELAY_MS)
  await expect(chart(page, 'Química')).toHaveAccessibleName('Química: 50%, 1 acertos em 2 tentativas')
})
