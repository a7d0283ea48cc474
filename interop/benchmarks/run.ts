// Measures the client beside its peers and prints one table in Markdown. Build the client first.
import os from 'node:os'

import { measureBundles } from './bundle-size.ts'
import { measureChromiumHandshakes } from './chromium-handshake.ts'
import { measureFootprint } from './footprint.ts'
import { measureImports } from './import-time.ts'
import { measureNodeHandshakes, measureOpenSslLimit } from './node-handshake.ts'
import { formatTable, type Row } from './table.ts'

const progress = (section: string) => console.error(`measuring: ${section}`)

progress('handshake on Node')
const limit = await measureOpenSslLimit()
const onNode = await measureNodeHandshakes()
progress('handshake in Chromium (some minutes)')
const inChromium = await measureChromiumHandshakes()
progress('bundles, imports, installations')
const bundles = await measureBundles()
const imports = await measureImports()
const footprints = {
  'cognito-srp': measureFootprint('@cognito-srp/client'),
  'identity-js': measureFootprint('amazon-cognito-identity-js'),
  amplify: measureFootprint('aws-amplify'),
  'srp-helper': measureFootprint('cognito-srp-helper'),
}

const rows: Row[] = [
  { what: 'handshake on Node', unit: 'ms', values: onNode },
  { what: 'handshake in Chromium, warm', unit: 'ms', values: inChromium.warmMs },
  { what: 'handshake in Chromium, warm, 6× slower', unit: 'ms', values: inChromium.warmSlowMs },
  { what: 'longest task, first handshake of a page', unit: 'ms', values: inChromium.coldLongestTaskMs },
  { what: 'the same, 6× slower', unit: 'ms', values: inChromium.coldSlowLongestTaskMs },
  { what: 'blocking time, first handshake, 6× slower', unit: 'ms', values: inChromium.coldSlowBlockingMs },
  {
    what: 'sign-in + session + sign-out, min + gzip',
    unit: 'kB',
    values: {
      'cognito-srp': bundles['ours, sign-in + session + sign-out'],
      'identity-js': bundles['amazon-cognito-identity-js'],
      amplify: bundles['aws-amplify'],
    },
  },
  { what: 'session only, min + gzip', unit: 'kB', values: { 'cognito-srp': bundles['ours, session only'] } },
  { what: 'import on Node', unit: 'ms', values: imports },
  { what: 'packages installed', unit: '', values: mapValues(footprints, ({ packages }) => packages) },
  { what: 'size installed', unit: 'MB', values: mapValues(footprints, ({ megabytes }) => megabytes) },
]

console.log(formatTable(rows))
console.log(`\nThe three exponentiations in bare OpenSSL take ${limit.openssl.toFixed(2)} ms, our whole handshake`)
console.log(`${(limit.ours / limit.openssl).toFixed(2)} times as long.`)
console.log(`Node ${process.version}, ${os.cpus()[0]?.model ?? 'unknown processor'}. Medians, contestants in turn;`)
console.log('every handshake was accepted by a server that knows only the verifier.')

function mapValues<Name extends string, From>(values: Record<Name, From>, map: (value: From) => number) {
  const entries = Object.entries<From>(values).map(([name, value]) => [name, map(value)])
  return Object.fromEntries(entries) as Record<Name, number>
}
