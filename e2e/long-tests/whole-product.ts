import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from '@playwright/test'
import { RunningProduct } from '@cognito-srp/product/running-product'
import { launchChromium } from '@cognito-srp/testing/chromium'

import { UserPool } from '../user-pool.ts'

/** Context of a browser test: the product in its own process, its pool, and a browser. */
export type Whole = { product: RunningProduct; pool: UserPool; browser: Browser }

/** Options for a student's browser profile. */
export function profileOf(product: RunningProduct): BrowserContextOptions {
  return { baseURL: product.url, locale: 'pt-BR' }
}

/**
 * Runs a browser test against a product with an empty data folder, and cleans up even if the test fails.
 *
 * @param prepare called before the start to fill the data folder
 */
export async function withWholeProduct<Result>(
  work: (whole: Whole) => Promise<Result>,
  prepare: (dataFolder: string) => void = () => {},
): Promise<Result> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'product-'))
  const product = new RunningProduct(dataFolder)
  const browser = await launchChromium()
  try {
    prepare(dataFolder)
    await product.start()
    return await work({ product, pool: new UserPool(product), browser })
  } finally {
    await browser.close()
    await product.kill()
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
