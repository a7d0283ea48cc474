// Times handshakes with one fixed secret and with random secrets, in random order. This module does not use APIs of Node or the
// DOM, because it runs on Node and in a page.
import { computeA, computeK, computeS, computeU } from '../../src/srp/formulas.ts'
import { createGroup, type Group, type Pow } from '../../src/srp/group.ts'
import { COGNITO } from '../../src/srp/cognito.ts'
import { createPow } from '../../src/srp/powers/exponentiation.ts'
import { createMontgomery } from '../../src/srp/powers/montgomery.ts'

/** Durations of the handshakes in milliseconds, by kind of secret. */
export type Times = { fixed: number[]; random: number[] }

/** Exponent with only two of its 256 bits set. In a random exponent, about half of the bits are set. */
const FIXED_EXPONENT = `8${'0'.repeat(62)}1`
/** Number of server public values, which are computed before the measurement. */
const CHALLENGES = 64
const EXPONENT_LENGTH_BYTES = 32

/**
 * Times `count` handshakes. Like a sign-in, each handshake computes g^a, u, g^x and S. By default, a and x have 256 bits.
 *
 * @param options `pow`: function that computes powers, by default the browsers' function. `fixed`: the fixed a and x, in hex
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
    // For both kinds, the same objects are created, because the work before the measurement affects the caches.
    const created = { fixed: [fromHex(fixed), fromHex(fixed)], random: [randomExponent(), randomExponent()] } as const
    const [[a, x], B] = [created[kind], challenges[challenge % CHALLENGES] as bigint]
    const startMs = performance.now()
    const A = await computeA(group, a)
    await computeS(group, { k, a, B, u: computeU(group, { A, B }), x })
    times[kind].push(performance.now() - startMs)
  }
  return times
}

function fromHex(digits: string): bigint {
  return BigInt(`0x${digits}`)
}

function randomExponent(): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(EXPONENT_LENGTH_BYTES))
  return fromHex(Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}

/**
 * Creates a power function whose duration leaks the exponent, because it skips multiplications by 1 (`one` in Montgomery form).
 */
export function leakyPow({ N, g }: Group = createGroup(COGNITO)): Pow {
  return createPow(g, () => {
    const arithmetic = createMontgomery(N)
    const { one, multiply } = arithmetic
    return { ...arithmetic, multiply: (left, right) => (right === one ? left : multiply(left, right)) }
  })
}
