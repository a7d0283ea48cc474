import '../../without-bigint.ts'

export * from '../../react/index.ts'
