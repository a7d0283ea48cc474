import { basename, dirname, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const SEEDED_FAST_CHECK = resolve(import.meta.dirname, 'test/seeded-fast-check.ts')

/**
 * First runs the tests that are most likely to fail, because the first failure kills a mutant. The order is the tests of the
 * mutated file, then the tests of its folder, then the fastest tests. Vitest's own order starts with the longest file, so most
 * mutants would have to wait for the vectors.
 */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const mutated = this.ctx.config.related?.[0] ?? ''
    const durationMs = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)?.duration ?? 0
    const order = (a: TestSpecification, b: TestSpecification) =>
      distance(a.moduleId, mutated) - distance(b.moduleId, mutated) || durationMs(a) - durationMs(b)
    return files.toSorted(order)
  }
}

function distance(test: string, mutated: string): number {
  if (dirname(test) !== dirname(mutated)) return 2
  return basename(test).split('.')[0] === basename(mutated, '.ts').split('.')[0] ? 0 : 1
}

/**
 * Tests that run against mutants, in Node. Tests that use browsers or bundles, or wait for many expiries, are excluded because
 * they would take hours.
 */
export default defineConfig({
  plugins: [
    {
      name: 'seeded-fast-check',
      enforce: 'pre',
      resolveId: (id, importer) => (id === 'fast-check' && importer !== SEEDED_FAST_CHECK ? SEEDED_FAST_CHECK : null),
    },
  ],
  test: {
    include: [
      'src/{srp,session,sign-in,service,operations}/**/*.test.ts',
      'test/{aborts,downgrade,state-machine}.test.ts',
      'test/emulator/{accounts,challenges,devices,passkeys,sign-up}.test.ts',
    ],
    environment: 'node',
    sequence: { sequencer: NearestFirst },
    // A mutant with a promise that never settles takes this long. The slowest test takes a tenth of this time.
    testTimeout: 12_000,
    hookTimeout: 12_000,
  },
})
