import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe has against the page: one line per broken rule, with the elements that break it. */
export async function findViolations(page: Page): Promise<string[]> {
  const { passes, violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
  if (passes.length === 0) throw new Error('axe found nothing to check on the page.')
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}
