import type { Page } from '@playwright/test'

/** Makes web storage and IndexedDB throw from the next page load on, as with strict privacy settings. */
export async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    Object.defineProperty(window, 'localStorage', { get: deny })
    Object.defineProperty(window, 'sessionStorage', { get: deny })
    IDBFactory.prototype.open = deny
  })
}

/** Opens the app's database as a newer version of the app would, which closes the database in every older page. */
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
