import { build } from 'esbuild'
import { Miniflare } from 'miniflare'

const FLAGS = [[], ['nodejs_compat']]

const { outputFiles } = await build({
  entryPoints: ['worker.js'],
  bundle: true,
  write: false,
  format: 'esm',
  conditions: ['workerd', 'worker', 'browser'], // the conditions of wrangler
})
for (const compatibilityFlags of FLAGS) {
  const miniflare = new Miniflare({
    modules: true,
    cf: false, // no network request for the location
    script: outputFiles[0].text,
    compatibilityDate: '2026-07-01',
    compatibilityFlags,
    bindings: { COGNITO_ENDPOINT: process.env.COGNITO_ENDPOINT },
  })
  for (const path of ['', 'sessions']) {
    const response = await miniflare.dispatchFetch(`http://localhost/${path}`)
    const environment = [compatibilityFlags.join() || 'no flags', ...(path ? ['server sessions'] : [])].join(', ')
    console.log(response.ok ? JSON.stringify({ environment, ...(await response.json()) }) : await response.text())
  }
  await miniflare.dispose()
}
