import type { Page } from '@playwright/test'

/** Lets the browser refuse every kind of storage from the next page on, as strict privacy settings do. */
export async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: refuse })
    Object.defineProperty(window, 'sessionStorage', { get: refuse })
    IDBFactory.prototype.open = refuse
  })
}

/** Opens the app's database as a newer version of the app would, which takes it away from every older page. */
export async function openNewerDatabase(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('revisa', 1000)
        opening.addEventListener('success', () => resolve())
        opening.addEventListener('error', reject)
      }),
  )
}
