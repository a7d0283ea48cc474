// Prints one section of docs/measurements.md in Markdown. Exits with status 1 if a target is missed. Build the client
// first.
// Usage: node run.ts engines [engine…] | client | sizes
import { formatBars, type Bar } from './bars.ts'
import { measureClient } from './client.ts'
import { barsOfEngines, formatEngines, measureEngines } from './engines.ts'
import { servePages } from './pages.ts'
import { measureSizes } from './sizes.ts'

type Section = { table: string; bars: Bar[] }

const PARTS: Readonly<Record<string, (chosen: readonly string[]) => Promise<Section>>> = {
  engines: measureHandshakes,
  client: measureClient,
  sizes: measureSizes,
}

const [part = '', ...chosen] = process.argv.slice(2)
const measure = PARTS[part]
if (!measure) throw new Error(`Unknown part "${part}". The parts are: ${Object.keys(PARTS).join(', ')}`)
const { table, bars } = await measure(chosen)
console.log(`${table}\n\n${formatBars(bars)}`)
if (!bars.every(({ holds }) => holds)) process.exitCode = 1

async function measureHandshakes(chosen: readonly string[]): Promise<Section> {
  const pages = await servePages()
  try {
    const { rows, failures } = await measureEngines(pages, chosen, (line) => console.error(`measuring: ${line}`))
    return { table: formatEngines(rows.values()), bars: failures.concat(barsOfEngines(rows.values())) }
  } finally {
    await pages.close()
  }
}
