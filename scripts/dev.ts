import { startProduct } from '@cognito-srp/product/product'
import { readSettings } from '@cognito-srp/product/settings'
import { run } from '@cognito-srp/testing/run'

// Starts the servers of `npm start`, and a Vite server in front of them that serves the app with hot reload.
const product = await startProduct(readSettings(process.env))
await run('pnpm', ['--filter', '@cognito-srp/quiz-app', 'dev'], { env: { PRODUCT_URL: product.url } })
await product.close()
