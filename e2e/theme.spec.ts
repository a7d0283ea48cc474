import { expect, test } from './product.ts'

test('the chosen appearance overrides the system’s appearance and is restored before the first paint after a reload', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  const colourOfPage = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await colourOfPage()
  await page.getByRole('button', { name: 'Aparência: do sistema' }).click()
  await expect(page.getByRole('button', { name: 'Aparência: clara' })).toBeVisible()
  expect(await colourOfPage()).toBe(light)
  await page.getByRole('button', { name: 'Aparência: clara' }).click()
  await expect.poll(colourOfPage).not.toBe(light)
  const dark = await colourOfPage()

  await page.addInitScript(() => {
    // The browser paints nothing before the page has a body.
    new MutationObserver((_changes, observer) => {
      if (!document.body) return
      observer.disconnect()
      document.documentElement.dataset['themeAtBody'] = document.documentElement.dataset['theme'] ?? 'none'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme-at-body', 'dark')
  await expect(page.getByRole('button', { name: 'Aparência: escura' })).toBeVisible()
  expect(await colourOfPage()).toBe(dark)
  await page.getByRole('button', { name: 'Aparência: escura' }).click()
  await expect.poll(colourOfPage).toBe(light)
})
