import fc from 'fast-check'

// In the place of fast-check while mutants are judged (vitest.mutation.config.ts): a verdict must not depend on chance,
// and the smallest counterexample, for which an expensive property runs a hundred times more, is of no interest.
fc.configureGlobal({ seed: 20261122, endOnFailure: true })

// oxlint-disable-next-line import/no-default-export -- as the package itself
export default fc
export * from 'fast-check'
