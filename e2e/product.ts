import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { RunningProduct } from '@cognito-srp/product/running-product'

import { UserPool, type Account } from './user-pool.ts'

type Fixtures = {
  account: Account
  /** Errors that a test expects its pages to throw. */
  expectedErrors: string[]
}
type WorkerFixtures = { product: RunningProduct; pool: UserPool }

/** Origin of pages that are served through a proxy in front of the product. */
export const PROXY_ORIGIN = 'https://revisa.test'

/**
 * Matches Chromium's messages about violations of the Content-Security-Policy or Trusted Types, and about errors in
 * Permissions-Policy.
 */
const REPORT = /Content[- ]Security[- ]Policy|requires 'Trusted|Permissions-Policy/

/**
 * A test with a running product, which all tests of a worker share. `page.goto('/')` opens it. `account` belongs to one
 * test, so that tests do not see each other's answers. Uncaught errors of a page and violations of its policy fail the
 * test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    async ({ browserName }, provide) => {
      const folder = mkdtempSync(join(tmpdir(), `product-${browserName}-`))
      const product = new RunningProduct(folder, {
        CONNECT_SOURCES: 'http://127.0.0.1:*', // addresses of gateways that some tests start
        ALLOWED_ORIGINS: PROXY_ORIGIN,
      })
      await product.start()
      await provide(product)
      await product.kill()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  pool: [async ({ product }, provide) => provide(new UserPool(product)), { scope: 'worker' }],
  expectedErrors: [[], { option: true }],
  context: async ({ context, expectedErrors }, provide) => {
    const uncaught: string[] = []
    context.on('weberror', (thrown) => uncaught.push(String(thrown.error())))
    context.on('console', (message) => REPORT.test(message.text()) && uncaught.push(message.text()))
    await provide(context)
    expect(uncaught, 'errors that no page caught').toEqual(expectedErrors)
  },
  account: async ({ pool }, provide) => provide(await pool.createStudent()),
  baseURL: async ({ product }, provide) => provide(product.url),
})

export { expect } from '@playwright/test'
