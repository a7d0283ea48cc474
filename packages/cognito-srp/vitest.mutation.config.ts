import { basename, dirname, resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

const SEEDED_FAST_CHECK = resolve(import.meta.dirname, 'test/seeded-fast-check.ts')

/**
 * The first test that fails has judged a mutant, so the likeliest come first: those beside the mutated file, then its
 * folder's, then what takes least time. Vitest's own order, the longest file first, made most mutants wait for vectors.
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

/** The tests that judge mutants, in Node. Those with browsers, bundles or many expiries would take hours. */
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
    // A mutant that leaves a promise open costs this much. The slowest test takes a tenth of it.
    testTimeout: 12_000,
    hookTimeout: 12_000,
  },
})
