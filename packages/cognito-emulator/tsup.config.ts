import { defineConfig } from 'tsup'

const shared = {
  target: 'node22',
  removeNodeProtocol: false, // there is no `sqlite` without `node:`
} as const

const config: ReturnType<typeof defineConfig> = defineConfig([
  { ...shared, entry: { index: 'src/index.ts' }, format: ['esm', 'cjs'], dts: true, clean: true },
  { ...shared, entry: { cli: 'src/cli.ts' }, format: ['esm'] },
])

export default config
