import '../../without-bigint.ts'

export * from '../../identity-js/index.ts'
