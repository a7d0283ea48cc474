import type { Page } from '@playwright/test'

import { openNewerDatabase } from './browser-storage.ts'
import { expect, test } from './product.ts'
import { answer, chart, nextQuestion, openStats, signIn, startQuiz, SYNC_DELAY_MS, syncIndicator } from './student.ts'
import type { Account } from './user-pool.ts'

test.use({ serviceWorkers: 'allow' })

// A browser can remove a page's database at any time. The student must be able to continue, and the server must count every
// answer once.

/** Starts a run and gives a right answer, which is not sent yet. */
async function beginWithAnAnswer(page: Page, account: Account): Promise<void> {
  await page.clock.install()
  await signIn(page, account)
  await startQuiz(page, ['Química'], 'Menor acerto')
  await answer(page, true)
}

/** Waits until the answers are sent, and checks the counts in the statistics. */
async function expectCounted(page: Page, label: string): Promise<void> {
  await page.clock.fastForward(SYNC_DELAY_MS)
  await expect(syncIndicator(page)).toContainText('Sincronizado')
  await openStats(page)
  await expect(chart(page, 'Química')).toHaveAccessibleName(label)
}

test('if the database is deleted in the middle of a run, no answer from either of two tabs is lost', async ({
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
  await page.reload() // the new database contains the answers
  await expect(syncIndicator(page)).toContainText('3 respostas por enviar')
  await expectCounted(page, 'Química: 67%, 2 acertos em 3 tentativas')
  await other.close()
})

test('if another tab opens a newer version of the database, the page asks the student to reload, and the student can keep answering', async ({
  page,
  context,
  account,
}) => {
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

test('if the disk is full, the app shows a notice and still sends answers, and if the database does not respond, the app shows the notice and the statistics', async ({
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
  const notice = page.getByText('Este navegador não permite guardar dados.')
  await expect(notice).toBeVisible()
  await expectCounted(page, 'Química: 50%, 1 acertos em 2 tentativas')

  await page.addInitScript(() => {
    const request = Object.create(IDBOpenDBRequest.prototype) as IDBOpenDBRequest
    IDBFactory.prototype.open = () => Object.assign(request, { addEventListener() {}, removeEventListener() {} })
  })
  await page.reload()
  await page.clock.runFor(SYNC_DELAY_MS)
  await expect(chart(page, 'Química')).toHaveAccessibleName('Química: 50%, 1 acertos em 2 tentativas')
  await page.getByRole('button', { name: 'Home', exact: true }).click()
  await expect(notice).toBeVisible()
})
