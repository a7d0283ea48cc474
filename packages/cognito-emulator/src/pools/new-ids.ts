import { randomInt } from 'node:crypto'

const DIGITS_AND_LOWER_CASE = '0123456789abcdefghijklmnopqrstuvwxyz'
const ALPHANUMERIC = `${DIGITS_AND_LOWER_CASE}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/** Generates a pool id in the service's format, for example `us-west-2_a1B2c3D4e`. */
export const newPoolId = (region: string): string => `${region}_${randomText(ALPHANUMERIC, 9)}`

export const newClientId = (): string => randomText(DIGITS_AND_LOWER_CASE, 26)

export const newClientSecret = (): string => randomText(DIGITS_AND_LOWER_CASE, 52)

function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
