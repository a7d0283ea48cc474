import type { Page } from '@playwright/test'

import { profileOf, type Whole } from '../long-tests/whole-product.ts'
import { SCREEN_STATES } from './states.ts'

/** A state at one screen width and in one colour scheme. */
export type View = { name: string; width: number; colorScheme: 'light' | 'dark' }

const HEIGHTS: Record<number, number> = { 360: 720, 768: 900, 1280: 800 }
const COLOR_SCHEMES = ['light', 'dark'] as const

/**
 * Opens every screen and state at three widths, light and dark, without motion.
 *
 * @param look called with the page in each state
 * @returns the number of views
 */
export async function visitScreens(whole: Whole, look: (page: Page, view: View) => Promise<void>): Promise<number> {
  let views = 0
  for (const [width, height] of Object.entries(HEIGHTS)) {
    for (const colorScheme of COLOR_SCHEMES) {
      const size = { width: Number(width), height }
      views += await visitStates(whole, size, colorScheme, look)
      console.log(`${width} px, ${colorScheme}: done`)
    }
  }
  return views
}

async function visitStates(
  { product, pool, browser }: Whole,
  viewport: { width: number; height: number },
  colorScheme: View['colorScheme'],
  look: (page: Page, view: View) => Promise<void>,
): Promise<number> {
  let views = 0
  for (const states of Object.values(SCREEN_STATES)) {
    const context = await browser.newContext({ ...profileOf(product), viewport, colorScheme, reducedMotion: 'reduce' })
    const stage = { page: await context.newPage(), account: await pool.createStudent(), pool }
    for (const { name, show } of states) {
      await show(stage)
      await look(stage.page, { name, width: viewport.width, colorScheme })
      views += 1
    }
    await context.close()
  }
  return views
}
