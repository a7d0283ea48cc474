import fc from 'fast-check'

// Replaces fast-check in mutation tests (vitest.mutation.config.ts). A fixed seed makes the results reproducible. Shrinking is
// off, because it would repeat an expensive property a hundred times, and mutation tests do not need the smallest
// counterexample.
fc.configureGlobal({ seed: 20261122, endOnFailure: true })

// oxlint-disable-next-line import/no-default-export -- fast-check also has a default export
export default fc
export * from 'fast-check'
