import { writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { dependenciesOf } from '@cognito-srp/testing/shipped'

const shared = {
  target: 'node22',
  removeNodeProtocol: false, // there is no `sqlite` without `node:`
} as const

const entry = {
  index: 'src/index.ts',
  offline: 'src/tools/offline/register.ts',
  playwright: 'src/tools/playwright/index.ts',
}

const config: ReturnType<typeof defineConfig> = defineConfig([
  { ...shared, entry, format: ['esm', 'cjs'], dts: { only: true } },
  { ...shared, entry, format: ['esm'] },
  // Jest's own `require` reads no ES module, and jose is nothing else.
  { ...shared, entry, format: ['cjs'], noExternal: ['jose'] },
  // The command has everything inside: reading one file is most of what starting takes.
  {
    ...shared,
    entry: { cli: 'src/tools/cli.ts' },
    format: ['cjs'],
    noExternal: [/./],
    minify: true,
    onSuccess: writeNotices,
  },
])

/** The notices of what the command has inside go where it goes. */
async function writeNotices(): Promise<void> {
  const notices = dependenciesOf(import.meta.dirname).map(
    ({ name, version, licence, notice = '' }) => `${name} ${version} (${licence})\n\n${notice}\n`,
  )
  writeFileSync('dist/licenses.txt', notices.join('\n\n'))
}

export default config
