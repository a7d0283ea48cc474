import { writeFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { noticesOf } from '@cognito-srp/testing/shipped'

const shared = {
  target: 'node22',
  tsconfig: 'tsconfig.build.json',
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
  // Bundle jose and oauth4webapi, because Jest's own `require` cannot load ES modules.
  { ...shared, entry, format: ['cjs'], noExternal: ['jose', 'oauth4webapi'] },
  // Bundle all dependencies into the CLI, because reading files takes most of the CLI's start-up time.
  {
    ...shared,
    entry: { cli: 'src/tools/cli.ts' },
    format: ['cjs'],
    noExternal: [/./],
    minify: true,
    onSuccess: async () => writeFileSync('dist/licenses.txt', noticesOf(import.meta.dirname)),
  },
])

export default config
