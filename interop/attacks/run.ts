// Attacks a checkout and prints the result. Each attack runs in its own process, so that attacks do not affect each
// other. ATTACKED is the checkout to attack, by default this checkout. The checkout must be installed and built.
// Usage: node --conditions=@cognito-srp/source interop/attacks/run.ts [part of a name …]

import { globSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { run } from '@cognito-srp/testing/run'
import { Checkout } from '@cognito-srp/testing/attacked/checkout'

import type { Attack } from './harness/attack.ts'

const LONGEST_MS = 180_000
const REPOSITORY = resolve(import.meta.dirname, '../..')

const chosen = process.argv.slice(2)
const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'run')
  .sort()
const [only, ...others] = names.includes(chosen.join(' '))
  ? chosen
  : names.filter((name) => chosen.length === 0 || chosen.some((part) => name.includes(part)))

if (only === undefined) throw new Error(`No attack matches. The attacks are: ${names.join(', ')}`)
process.exitCode = (await (others.length === 0 ? attackWith(only) : attackWithAll([only, ...others]))) ? 0 : 1

/** Runs attacks in separate processes. @returns whether all attacks ran and none did harm */
async function attackWithAll(names: readonly string[]): Promise<boolean> {
  const harmful: string[] = []
  for (const name of names) {
    if (!(await run(process.execPath, ['--conditions=@cognito-srp/source', import.meta.filename, name])))
      harmful.push(name)
  }
  console.log(`\n${names.length - harmful.length} attacks did no harm, ${harmful.length} did or failed`)
  for (const name of harmful) console.log(`harm or failure: ${name}`)
  return harmful.length === 0
}

/** Runs one attack. @returns whether the attack did no harm @throws if the attack could not run */
async function attackWith(name: string): Promise<boolean> {
  const { default: attack } = (await import(join(import.meta.dirname, `${name}.ts`))) as { default: Attack }
  console.log(`\n── ${name}: ${attack.does}`)
  const checkout = new Checkout(resolve(process.env['ATTACKED'] || REPOSITORY))
  const startMs = performance.now()
  const { longestMs = LONGEST_MS } = attack
  const late = setTimeout(() => {
    console.error(`  did not finish within ${longestMs / 1_000} s`)
    process.exit(1) // also stops the started programs
  }, longestMs)
  try {
    const { harm, figures } = await attack.run(checkout)
    for (const [what, value] of Object.entries(figures)) console.log(`  ${what}: ${value}`)
    console.log(`  harm: ${harm ? 'yes' : 'no'} (${((performance.now() - startMs) / 1_000).toFixed(1)} s)`)
    return !harm
  } finally {
    clearTimeout(late)
    await checkout.close()
  }
}
