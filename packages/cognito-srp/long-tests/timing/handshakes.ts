// The maths of sign-ins with one fixed secret and with random ones, in random order. Runs in a page or on Node, whichever
// is measured: it imports nothing of either.
import { computeA, computeK, computeS, computeU } from '../../src/srp/formulas.ts'
import { createGroup, type Group, type Pow } from '../../src/srp/group.ts'
import { COGNITO } from '../../src/srp/cognito.ts'
import { createPow } from '../../src/srp/powers/exponentiation.ts'
import { createMontgomery } from '../../src/srp/powers/montgomery.ts'

/** Milliseconds of each handshake, by whose secrets it had. */
export type Times = { fixed: number[]; random: number[] }

/** Two bits of 256 are set: what depends on how many there are, or where, differs most from a random exponent. */
const FIXED_EXPONENT = `8${'0'.repeat(62)}1`
/** Public values of a server, drawn once: their powers are not what is measured. */
const CHALLENGES = 64
const EXPONENT_LENGTH_BYTES = 32

/**
 * Times `count` handshakes: g^a, u, g^x and S, as a sign-in computes them, with a and x of 256 bits.
 *
 * @param options `pow`: what computes the powers; default: what browsers do. `fixed`: the fixed a and x, in hex
 */
export async function timeHandshakes(
  count: number,
  { pow, fixed = FIXED_EXPONENT }: { pow?: Pow | undefined; fixed?: string } = {},
): Promise<Times> {
  const own = createGroup(COGNITO)
  const group = { ...own, pow: pow ?? own.pow }
  const k = computeK(group)
  const challenges: bigint[] = []
  for (let index = 0; index < CHALLENGES; index += 1) challenges.push(await group.pow(group.g, randomExponent()))

  const times: Times = { fixed: [], random: [] }
  for (let index = 0; index < count; index += 1) {
    const [choice = 0, challenge = 0] = crypto.getRandomValues(new Uint8Array(2))
    const kind = choice % 2 === 0 ? 'fixed' : 'random'
    const next = kind === 'fixed' ? () => BigInt(`0x${fixed}`) : randomExponent // made anew, as a random one is
    const [a, x, B] = [next(), next(), challenges[challenge % CHALLENGES] as bigint]
    const startMs = performance.now()
    const A = await computeA(group, a)
    await computeS(group, { k, a, B, u: computeU(group, { A, B }), x })
    times[kind].push(performance.now() - startMs)
  }
  return times
}

function randomExponent(): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(EXPONENT_LENGTH_BYTES))
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
}

/** A planted leak: the powers of the library, but that a multiplication by 1 is saved, which is what `one` is here. */
export function leakyPow({ N, g }: Group = createGroup(COGNITO)): Pow {
  return createPow(g, () => {
    const arithmetic = createMontgomery(N)
    const { one, multiply } = arithmetic
    return { ...arithmetic, multiply: (left, right) => (right === one ? left : multiply(left, right)) }
  })
}
