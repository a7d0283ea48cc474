import '../../without-bigint.ts'

export * from '../../srp/index.ts'
