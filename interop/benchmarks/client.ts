import { atLeast, atMost, type Bar } from './bars.ts'
import { measureChromiumHandshakes } from './chromium-handshake.ts'
import { measureFootprint } from './footprint.ts'
import { measureImports } from './import-time.ts'
import { measureOpenSslLimit } from './openssl-limit.ts'
import { servePages } from './pages.ts'
import { formatRows, type Row } from './table.ts'

type Pair = Record<'cognito-srp' | 'identity-js', number>

/**
 * Measures the clients' main-thread time in Chromium, import times and installation sizes, and compares our handshake
 * with OpenSSL. Returns a Markdown table and the targets.
 */
export async function measureClient(): Promise<{ table: string; bars: Bar[] }> {
  const limit = await measureOpenSslLimit()
  const inChromium = await measureInChromium()
  const imports = await measureImports()
  const footprints = {
    'cognito-srp': measureFootprint('@cognito-srp/client'),
    'identity-js': measureFootprint('amazon-cognito-identity-js'),
    amplify: measureFootprint('aws-amplify'),
    'srp-helper': measureFootprint('cognito-srp-helper'),
  }
  const rows: Row[] = [
    { what: 'warm handshake in Chromium, with 6× CPU throttling', unit: 'ms', values: inChromium.warmSlowMs },
    { what: 'longest task in the first handshake of a page', unit: 'ms', values: inChromium.coldLongestTaskMs },
    {
      what: 'longest task in the first handshake of a page, with 6× CPU throttling',
      unit: 'ms',
      values: inChromium.coldSlowLongestTaskMs,
    },
    {
      what: 'blocking time in the first handshake, with 6× CPU throttling',
      unit: 'ms',
      values: inChromium.coldSlowBlockingMs,
    },
    { what: 'three exponentiations with OpenSSL alone', unit: 'ms', values: { 'cognito-srp': limit.openssl } },
    { what: 'import time on Node', unit: 'ms', values: imports },
    { what: 'installed packages', unit: '', values: mapValues(footprints, ({ packages }) => packages) },
    { what: 'installed size', unit: 'MB', values: mapValues(footprints, ({ megabytes }) => megabytes) },
  ]
  const bars = [
    atMost(
      'handshake on Node, relative to the exponentiations with OpenSSL alone',
      limit.ours / limit.openssl,
      1.3,
      '×',
    ),
    atLeast(
      'reduction of the longest task in the first handshake, relative to amazon-cognito-identity-js',
      times(inChromium.coldLongestTaskMs),
      10,
    ),
    atLeast(
      'reduction of the longest task with 6× CPU throttling, relative to amazon-cognito-identity-js',
      times(inChromium.coldSlowLongestTaskMs),
      15,
    ),
    atMost(
      'blocking time in the first handshake, with 6× CPU throttling',
      inChromium.coldSlowBlockingMs['cognito-srp'],
      0,
      'ms',
    ),
    atMost('import time on Node, relative to amazon-cognito-identity-js', 1 / times(imports), 0.8, '×'),
    atMost('installed packages', footprints['cognito-srp'].packages, 3, ''),
    atMost('installed size', footprints['cognito-srp'].megabytes, 1.2, 'MB'),
  ]
  return { table: formatRows(rows), bars }
}

async function measureInChromium() {
  const pages = await servePages()
  try {
    return await measureChromiumHandshakes(pages)
  } finally {
    await pages.close()
  }
}

/** Ratio of the incumbent's value to our client's value. */
function times(values: Pair): number {
  return values['identity-js'] / values['cognito-srp']
}

function mapValues<Name extends string, From>(values: Readonly<Record<Name, From>>, map: (value: From) => number) {
  const entries = Object.entries<From>(values).map(([name, value]) => [name, map(value)])
  return Object.fromEntries(entries) as Record<Name, number>
}
