import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import bigInt, { type BigInteger } from 'big-integer'

import { SrpError } from '../../errors.ts'
import { utf8 } from '../encoding.ts'
import type { Credentials } from '../formulas.ts'
import type { GroupDefinition } from '../group.ts'
import type { Srp } from '../srp.ts'
import { createPow, type Arithmetic } from './exponentiation.ts'

/**
 * Creates the formulas with the digit arrays of big-integer, for platforms without BigInt. The values and errors are the same as
 * in `formulas.ts`. No other source module imports big-integer.
 */
export function createSrpWithoutBigInt({ N: hexN, g: hexG, hash, pad }: GroupDefinition): Srp {
  const [N, g] = [bigInt(hexN, 16), bigInt(hexG, 16)]
  const pow = createPow(g, () => createArrayArithmetic(N))

  const H = (...parts: Uint8Array[]) => bigInt(bytesToHex(hash(concatBytes(...parts))), 16)
  const k = H(pad(hexN), pad(hexG))
  const computeX = ({ salt, identity, password }: Credentials) => H(salt, hash(utf8(`${identity}:${password}`)))

  return {
    async publicValue(a) {
      const A = await pow(g, bigInt(a, 16))
      if (A.mod(N).isZero()) throw new SrpError('Illegal paramater. A mod N cannot be 0.')
      return toHex(A)
    },

    async premasterSecret({ a, A, B: hexB, ...credentials }) {
      const B = bigInt(hexB, 16)
      const u = H(pad(A), pad(hexB))
      const x = computeX(credentials)
      if (B.mod(N).isZero()) throw new SrpError('B cannot be zero.')
      if (B.greaterOrEquals(N)) throw new SrpError('B must be less than N.')
      if (u.isZero()) throw new SrpError('U cannot be zero.')

      const kgx = k.multiply(await pow(g, x))
      const base = B.subtract(kgx).mod(N).add(N).mod(N) // from 0 to N - 1, because big-integer's `mod` keeps the sign
      if (base.lesserOrEquals(1) || base.equals(N.prev())) throw new SrpError('B forces a known premaster secret.')
      const S = await pow(base, bigInt(a, 16).add(u.multiply(x)))
      return { k: toHex(k), x: toHex(x), u: toHex(u), S: toHex(S) }
    },

    async verifier(credentials) {
      const x = computeX(credentials)
      return { x: toHex(x), verifier: toHex(await pow(g, x)) }
    },
  }
}

function createArrayArithmetic(N: BigInteger): Arithmetic<BigInteger, BigInteger> {
  return {
    one: bigInt.one,
    enter: (integer) => integer.mod(N),
    multiply: (left, right) => left.multiply(right).mod(N),
    square: (factor) => factor.square().mod(N),
    leave: (residue) => residue,
  }
}

function toHex(integer: BigInteger): string {
  return integer.toString(16)
}
