import fc from 'fast-check'

// Replaces fast-check in mutation tests (vitest.mutation.config.ts). A fixed seed makes the results reproducible. Shrinking is
// off, because it repeats an expensive property a hundred times and its counterexample is not needed.
fc.configureGlobal({ seed: 20261122, endOnFailure: true })

// oxlint-disable-next-line import/no-default-export -- like the package itself
export default fc
export * from 'fast-check'
