import { startProduct } from '@cognito-srp/product/product'
import { readSettings } from '@cognito-srp/product/settings'
import { run } from '@cognito-srp/testing/run'

// The servers as `npm start` has them, and the app from its sources with hot reload in front of them.
const product = await startProduct(readSettings(process.env))
await run('pnpm', ['--filter', '@cognito-srp/quiz-app', 'dev'], { env: { PRODUCT_URL: product.url } })
await product.close()
