import { DEMO_ACCOUNT } from './demo.ts'
import { startProduct } from './product.ts'
import { readSettings } from './settings.ts'

/** What the product makes, its databases with the keys of the identity service included, is its owner's alone. */
const NOBODY_ELSE = 0o077
const FORCED_STOP_MS = 3_000

process.umask(NOBODY_ELSE)
try {
  const product = await startProduct(readSettings(process.env))
  console.log(`\n  Revisa is ready:  ${product.url}\n`)
  if (product.networkUrls.length > 0) console.log(openToTheNetwork(product.networkUrls))
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

function openToTheNetwork(urls: readonly string[]): string {
  const addresses = urls.map((url) => `    ${url}\n`).join('')
  return `  Open to everybody on this network:

${addresses}
  Warning: this is plain http. Anybody on the same network can read and change what passes between a
  device and this one, passwords and sign-ins included, and the demo account below is public.
  For a class in a room that you trust, with passwords used nowhere else; anything more needs https.
  Passkeys and opening without a network do not work at these addresses: browsers want https for them.
`
}
