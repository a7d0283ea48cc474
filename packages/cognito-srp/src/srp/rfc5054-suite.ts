import { sha1 } from '@noble/hashes/legacy.js'
import bigInt from 'big-integer'

import { fixedLengthBytes, integerFromHex } from './integer.ts'
import { lazy } from './lazy.ts'
import type { Suite } from './suite.ts'

const N_1024_HEX =
  'eeaf0ab9adb38dd69c33f80afa8fc5e86072618775ff3c0b9ea2314c9c256576d674df7496ea81d3383b4813d692c6e0' +
  'e0d5d8e250b98be48e495c1d6089dad15dc7d7b46154d6b6ce8ef4ad69b15d4982559b297bcf1885c529f566660e57ec' +
  '68edbc3c05726cc02fd4cbf4976eaa9afd5138fe8376435b9fc61d2fc0eb06e3'

const N_LENGTH_BYTES = 128

/**
 * The suite of RFC 5054 Appendix B: the 1024-bit group of Appendix A, SHA-1, and PAD to the length of N. Only for
 * review: it lets the standard's own test vector run through the formulas that sign in at Cognito.
 */
export const rfc5054Suite: () => Suite = lazy(() => ({
  N: integerFromHex(N_1024_HEX, 'N'),
  g: bigInt(2),
  hash: sha1,
  pad: (integer) => fixedLengthBytes(integer, N_LENGTH_BYTES),
}))
