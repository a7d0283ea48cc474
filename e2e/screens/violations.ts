import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Returns axe's violations on the page, one line per broken rule with its elements. The window is made as tall as the
 * page. In a shorter window, the sticky buttons cover scrolled content, and axe would report a half-covered link as too
 * small a target.
 */
export async function findViolations(page: Page): Promise<string[]> {
  const window = page.viewportSize()
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight)
  if (window && pageHeight > window.height) await page.setViewportSize({ ...window, height: pageHeight })
  const { passes, violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  if (window) await page.setViewportSize(window)
  if (passes.length === 0) throw new Error('axe found nothing to check on the page.')
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
