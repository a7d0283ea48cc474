// Measures the client beside its peers and prints the results and the bars in Markdown. Build the client first.
// Usage: node run.ts [engines [engine…]]: only the handshakes, in all engines or in some.
import os from 'node:os'

import { atLeast, atMost, formatBars, type Bar } from './bars.ts'
import { measureBundles } from './bundle-size.ts'
import { measureChromiumHandshakes } from './chromium-handshake.ts'
import { barsOfEngines, formatEngines, measureEngines, type EngineRow } from './engines.ts'
import { measureFootprint } from './footprint.ts'
import { measureImports } from './import-time.ts'
import { measureOpenSslLimit } from './openssl-limit.ts'
import { servePages, type Pages } from './pages.ts'
import { formatRows, type Row } from './table.ts'

const [part, ...chosen] = process.argv.slice(2)
const progress = (section: string) => console.error(`measuring: ${section}`)

const pages = await servePages()
try {
  const { rows, failures } = await measureEngines(pages, chosen, progress)
  const bars = failures.concat(barsOfEngines(rows.values()))
  if (part !== 'engines') bars.push(...(await measureTheRest(pages, rows)))
  console.log(`\n${formatEngines(rows.values())}\n`)
  console.log(`${formatBars(bars)}\n`)
  console.log(
    `${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0]?.model ?? 'unknown processor'}. Medians, contestants`,
  )
  console.log('in turn; every handshake was accepted by a server that knows only the verifier.')
  if (!bars.every(({ holds }) => holds)) process.exitCode = 1
} finally {
  await pages.close()
}

async function measureTheRest(pages: Pages, engines: ReadonlyMap<string, EngineRow>): Promise<Bar[]> {
  progress('OpenSSL, main thread and throttling in Chromium')
  const limit = await measureOpenSslLimit()
  const { coldLongestTaskMs, coldSlowLongestTaskMs, ...inChromium } = await measureChromiumHandshakes(pages)
  progress('bundles, imports, installations')
  const bundles = await measureBundles()
  const imports = await measureImports()
  const footprints = {
    'cognito-srp': measureFootprint('@cognito-srp/client'),
    'identity-js': measureFootprint('amazon-cognito-identity-js'),
    amplify: measureFootprint('aws-amplify'),
    'srp-helper': measureFootprint('cognito-srp-helper'),
  }
  const signInKb = bundles['ours, sign-in + session + sign-out']
  const rows: Row[] = [
    { what: 'handshake on Node', unit: 'ms', values: warmIn('Node24') },
    { what: 'handshake in Chromium, warm', unit: 'ms', values: warmIn('Chromium') },
    { what: 'handshake in Chromium, warm, 6× slower', unit: 'ms', values: inChromium.warmSlowMs },
    { what: 'longest task, first handshake of a page', unit: 'ms', values: coldLongestTaskMs },
    { what: 'the same, 6× slower', unit: 'ms', values: coldSlowLongestTaskMs },
    { what: 'blocking time, first handshake, 6× slower', unit: 'ms', values: inChromium.coldSlowBlockingMs },
    {
      what: 'sign-in + session + sign-out, min + gzip',
      unit: 'kB',
      values: {
        'cognito-srp': signInKb,
        'drop-in': bundles['ours, identity-js'],
        'identity-js': bundles['amazon-cognito-identity-js'],
        amplify: bundles['aws-amplify'],
      },
    },
    { what: 'session only, min + gzip', unit: 'kB', values: { 'cognito-srp': bundles['ours, session only'] } },
    { what: 'import on Node', unit: 'ms', values: imports },
    { what: 'packages installed', unit: '', values: mapValues(footprints, ({ packages }) => packages) },
    { what: 'size installed', unit: 'MB', values: mapValues(footprints, ({ megabytes }) => megabytes) },
  ]
  console.log(formatRows(rows))
  console.log(`\nThe three exponentiations in bare OpenSSL take ${limit.openssl.toFixed(2)} ms, our whole handshake`)
  console.log(`${(limit.ours / limit.openssl).toFixed(2)} times as long.`)

  const times = (values: Record<'cognito-srp' | 'identity-js', number>) => values['identity-js'] / values['cognito-srp']
  return [
    atMost('handshake on Node, of bare OpenSSL', limit.ours / limit.openssl, 1.3, '×'),
    atLeast('longest task of a cold handshake in Chromium', times(coldLongestTaskMs), 10),
    atLeast('the same, 6× slower', times(coldSlowLongestTaskMs), 15),
    atMost('blocking time, 6× slower', inChromium.coldSlowBlockingMs['cognito-srp'], 0, 'ms'),
    atMost('sign-in + session + sign-out', signInKb, 14, 'kB'),
    atMost('session only', bundles['ours, session only'], 4.9, 'kB'),
    atMost('import on Node, of amazon-cognito-identity-js', 1 / times(imports), 0.8, '×'),
    atMost('packages installed', footprints['cognito-srp'].packages, 3, ''),
    atMost('size installed', footprints['cognito-srp'].megabytes, 1.2, 'MB'),
  ]

  function warmIn(engine: string): Row['values'] {
    return mapValues(engines.get(engine)?.measured ?? {}, ({ warmMs }) => warmMs)
  }
}

function mapValues<Name extends string, From>(values: Readonly<Record<Name, From>>, map: (value: From) => number) {
  const entries = Object.entries<From>(values).map(([name, value]) => [name, map(value)])
  return Object.fromEntries(entries) as Record<Name, number>
}
