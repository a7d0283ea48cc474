import { DEMO_ACCOUNT } from './demo.ts'
import { startProduct } from './product.ts'
import { readSettings } from './settings.ts'

const FORCED_STOP_MS = 3_000

try {
  const product = await startProduct(readSettings(process.env))
  console.log(`\n  Revisa is ready:  ${product.url}\n`)
  console.log(`  E-mail  ${DEMO_ACCOUNT.email}\n  Senha   ${DEMO_ACCOUNT.password}\n`)
  console.log('  Stop with Ctrl+C. Answers and accounts are kept.')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(0), FORCED_STOP_MS).unref()
      void product.close().then(() => process.exit(0))
    })
  }
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
