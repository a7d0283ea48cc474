import { DEMO_ACCOUNT } from './demo.ts'
import { startProduct } from './product.ts'
import { readSettings } from './settings.ts'

/** Umask under which only the owner can read the product's files, which include the identity service's keys. */
const OWNER_ONLY_UMASK = 0o077
const FORCED_STOP_MS = 3_000

process.umask(OWNER_ONLY_UMASK)
try {
  const product = await startProduct(readSettings(process.env))
  console.log(`\n  Revisa is ready:  ${product.url}\n`)
  if (product.networkUrls.length > 0) console.log(openToTheNetwork(product.networkUrls))
  console.log(`  E-mail  ${DEMO_ACCOUNT.email}\n  Senha   ${DEMO_ACCOUNT.password}\n`)
  console.log('  Press Ctrl+C to stop. Answers and accounts are saved.')
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

function openToTheNetwork(urls: readonly string[]): string {
  const addresses = urls.map((url) => `    ${url}\n`).join('')
  return `  The app is open to everybody on this network:

${addresses}
  Warning: this is plain http. Any device on the same network can read and change the traffic between a
  device and this one, including passwords, and the demo account below is public.
  Use it only in a room that you trust, with passwords used nowhere else. Otherwise use https.
  Passkeys and offline use do not work at these addresses, because browsers require https for them.
`
}
