import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import { expect, test } from 'vitest'

import { readSdk, type SdkType } from '../../test/sdk-model.ts'
import { needsCredentials, serviceModel, type Shape } from './model.ts'

const { operations, shapes } = serviceModel
const fromSdk = readSdk().operations

test('the model has the same operations as the AWS SDK', () => {
  expect(Object.keys(operations)).toEqual(Object.keys(fromSdk).toSorted())
  expect(Object.keys(operations).length).toBeGreaterThan(130)
  expect(sdk).toHaveProperty('InitiateAuthCommand')
})

test.each(Object.keys(fromSdk))('%s has the same members, and the same required members, as in the SDK', (name) => {
  const operation = fromSdk[name]
  if (!operation) throw new Error(`No ${name}`)
  expect(differences(operation.input, operations[name] ?? '', new Set())).toEqual([])
  expect(needsCredentials(name)).toBe(!operation.isOpen)
})

/** Lists the differences between a type of the SDK and a shape of the model, including their members. */
function differences(type: SdkType, name: string, seen: Set<string>): string[] {
  const shape: Shape | undefined = shapes[name]
  if (!shape || seen.has(name)) return shape ? [] : [`${name} is missing`]
  seen.add(name)
  if (shape.type !== type.kind) return [`${name} is a ${shape.type}, not a ${type.kind}`]
  if (type.kind === 'list' && shape.type === 'list') return differences(type.of, shape.of, seen)
  if (type.kind !== 'structure' || shape.type !== 'structure') return []
  const members = Object.keys(type.members).toSorted().join() === Object.keys(shape.members).toSorted().join()
  const required = type.required.toSorted().join() === (shape.required ?? []).toSorted().join()
  return [
    ...(members ? [] : [`${name} has other members`]),
    ...(required ? [] : [`${name} requires other members`]),
    ...Object.entries(type.members).flatMap(([member, of]) => differences(of, shape.members[member] ?? '', seen)),
  ]
}
