// node scripts/pin-pnpm.mjs 12.22.0: raises pnpm. Writes the checksums of that version for every system in pnpm.json; a
// system that the registry has no package for keeps the version it has. What is written is what npm gets here: run it
// where registry and network are to be trusted, and compare with the checksums on another machine before committing.
import { readFileSync, writeFileSync } from 'node:fs'

import { executableIn, fetchTarball, pins, sha512 } from './verified-pnpm.mjs'

const [version] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+$/.test(version ?? ''))
  throw new Error('Which version? For example: node scripts/pin-pnpm.mjs 12.22.0')

for (const system of Object.keys(pins)) {
  try {
    const tarball = fetchTarball(`@pnpm/exe.${system}@${version}`, '--prefer-online')
    pins[system] = { version, tarball: sha512(tarball), executable: sha512(executableIn(tarball, system)) }
  } catch (error) {
    console.error(`${system} stays at ${pins[system].version ?? 'nothing'}: ${error.message}`)
  }
}
writeFileSync(new URL('pnpm.json', import.meta.url), `${JSON.stringify(pins, null, 2)}\n`)

// What Corepack and pnpm itself read: the package `pnpm`, which brings the executable where npm may run its script.
const wrapper = Buffer.from(sha512(fetchTarball(`pnpm@${version}`, '--prefer-online')).slice(7), 'base64').toString(
  'hex',
)
for (const file of ['../package.json', '../deploy/package.json']) {
  const path = new URL(file, import.meta.url)
  const raised = readFileSync(path, 'utf8').replace(/"pnpm@[^"]*"/, `"pnpm@${version}+sha512.${wrapper}"`)
  writeFileSync(path, raised)
}
