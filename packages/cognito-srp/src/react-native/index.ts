import '../without-bigint.ts'

export * from '../index.ts'
