import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe has against the page: one line per broken rule, with the elements that break it. It looks at a window as tall
 * as the page: in a lower one the buttons that stick to its foot lie over what scrolls beneath them, and axe would take
 * a link that is half under them for one that nobody can hit.
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
