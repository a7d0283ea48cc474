import type { Random } from '@cognito-srp/testing/fuzz-inputs'

import { serviceModel, type Shape, type StructureShape } from '../../src/service-model/model.ts'
import type { World } from './world.ts'

/** Strings that each match at least one of the model's patterns. */
const TEXTS = [
  'aaaa',
  'plan',
  'custom:plan',
  'https://app.example/back',
  'ana@example.com',
  'arn:aws:iam::123456789012:role/cognito',
  'arn:aws:cognito-idp:local:000000000000:userpool/local_Open1',
  'Your code is {####}.',
  '12',
]

const OTHERS = { timestamp: 1_700_000_000, document: {}, blob: 'aGk=' }

/** Returns one of the world's values for the member, or creates a value of the member's type. */
export function sampleOf(random: Random, world: World, name: string, member = '', depth = 0): unknown {
  const known = world.valuesOf(member)
  if (known.length > 0 && !random.oneIn(20)) return random.pick(known)
  const shape = serviceModel.shapes[name] as Shape
  const inner = (of: string, innerMember = '') => sampleOf(random, world, of, innerMember, depth + 1)
  if (shape.type === 'structure') return Object.fromEntries(members(shape).map(([key, of]) => [key, inner(of, key)]))
  if (shape.type === 'list') return Array.from({ length: random.pick([0, 1, 1, 2]) }, () => inner(shape.of))
  if (shape.type === 'map') return { [String(inner(shape.key))]: inner(shape.of) }
  if (shape.type === 'integer') return random.pick([shape.min ?? 0, shape.max ?? 1, 1, 5])
  if (shape.type === 'string') return random.pick(shape.enum ?? TEXTS)
  return shape.type === 'boolean' ? random.oneIn(2) : OTHERS[shape.type]

  /**
   * Chooses most of the members that are required or have known values, and some of the others: fewer at greater depth.
   */
  function members({ members: all, required = [] }: StructureShape): [string, string][] {
    return Object.entries(all).filter(([key]) => {
      const isWanted = required.includes(key) || (depth === 0 && world.valuesOf(key).length > 0)
      return isWanted ? !random.oneIn(12) : random.oneIn(2 + depth)
    })
  }
}
