import type { AcrLevelConfigType } from '@aws-sdk/client-cognito-identity-provider'

import { invalidParameter } from '../service-error.ts'

/** Authentication level. The factors of each level are fixed; see `levelReached`. */
export type AcrLevel = 1 | 2 | 3 | 4

/** Names of the levels in the claim `acr`, in the format of the API's `AcrConfiguration`. */
export type AcrConfiguration = Record<string, AcrLevelConfigType>

/** The part of a pool that contains the names of the levels. */
type NamedLevels = { readonly description: { AcrConfiguration?: AcrConfiguration | undefined } }

/** Printable ASCII except spaces, double quotation marks and backslashes (API reference of AcrLevelConfigType). */
const NAME = /^[\x21\x23-\x5B\x5D-\x7E]{1,64}$/

const LEVELS: readonly AcrLevel[] = [1, 2, 3, 4]

/** Names of the levels in a pool without custom names. */
const DEFAULT_NAMES: AcrConfiguration = Object.fromEntries(
  LEVELS.map((level) => [keyOf(level), { AcrValue: `urn:cognito:loa:${level}` }]),
)

/**
 * Returns the names of all levels. A level that `custom` omits has its default name.
 *
 * @throws {ServiceError} InvalidParameterException if `custom` contains an unknown level or a malformed name, or if two levels
 *   have the same name.
 */
export function acrConfigurationOf(custom: AcrConfiguration = {}): AcrConfiguration {
  const unknown = Object.keys(custom).find((key) => !Object.hasOwn(DEFAULT_NAMES, key))
  if (unknown !== undefined) throw invalidParameter(`AcrConfiguration has no level ${unknown}.`)
  const unnamed = Object.entries(custom).find(([, { AcrValue }]) => !isName(AcrValue))
  if (unnamed) throw invalidParameter(`AcrValue of ${unnamed[0]} must match ${NAME.source}`)
  const names = { ...DEFAULT_NAMES, ...custom }
  const values = Object.values(names).map(({ AcrValue }) => AcrValue)
  const repeated = values.find((value, index) => values.indexOf(value) !== index)
  if (repeated === undefined) return names
  throw invalidParameter(`AcrConfiguration has two levels with the name ${repeated}.`)
}

/** Whether a value is a valid level name. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && NAME.test(value)
}

/** Whether the pool has a custom name for any level. */
export function hasOwnAcrNames(names: AcrConfiguration = {}): boolean {
  return Object.entries(names).some(([key, { AcrValue }]) => AcrValue !== DEFAULT_NAMES[key]?.AcrValue)
}

/** Returns the name that the pool's tokens use for a level. */
export function acrValueOf({ description }: NamedLevels, level: AcrLevel): string {
  return acrConfigurationOf(description.AcrConfiguration)[keyOf(level)]?.AcrValue ?? ''
}

/** Returns the level that has the name `acrValue` in the pool, or undefined if no level has the name. */
export function acrLevelOf(pool: NamedLevels, acrValue: string): AcrLevel | undefined {
  return LEVELS.find((level) => acrValueOf(pool, level) === acrValue)
}

function keyOf(level: AcrLevel): string {
  return `Level${level}`
}
