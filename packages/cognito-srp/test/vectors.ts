import { readdirSync, readFileSync } from 'node:fs'

/** Test vector of `packages/vectors`. `packages/vectors/README.md` describes the types and their fields. */
export type Vector<Input = Record<string, unknown>> = {
  /** File, number and subject. */
  id: string
  type: string
  flags: string[]
  input: Input
  /** Expected values by name. Empty if the vector contains no expected values. */
  expected: Record<string, string>
  /** Message of the error if the client rejects the input. */
  refusal: string | undefined
}

type StoredTest = {
  tcId: number
  comment: string
  flags: string[]
  input: Record<string, unknown>
  expected?: Record<string, string>
}

type StoredFile = { testGroups: { type: string; tests: StoredTest[] }[] }

const WHOLE_SIGN_INS = new Set(['PasswordVerifierChallenge', 'ChallengeSecretHash'])

const FOLDER = new URL('../../vectors/testvectors/', import.meta.url)

/** The client's error messages, by flag. The client rejects some inputs that the vectors call acceptable. */
const REFUSALS: Record<string, string> = {
  NotHexadecimal: 'hex is not a hexadecimal number.',
  BNotHexadecimal: 'SRP_B is not a hexadecimal number.',
  SaltNotHexadecimal: 'SALT is not a hexadecimal number.',
  SecretBlockNotBase64: 'SECRET_BLOCK is not base64.',
  UnpaddedBase64: 'SECRET_BLOCK is not base64.',
  BZeroModuloN: 'B cannot be zero.',
  BNotBelowN: 'B must be less than N.',
  DegenerateBase: 'B forces a known premaster secret.',
  UZero: 'U cannot be zero.',
}

/** Returns all vectors from all files. */
export function readVectors(): Vector[] {
  return readdirSync(FOLDER).flatMap((file) => {
    const { testGroups } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as StoredFile
    return testGroups.flatMap(({ type, tests }) =>
      tests.map(({ tcId, comment, flags, input, expected }) => ({
        id: `${file} ${tcId}: ${comment}`,
        type,
        flags,
        input,
        expected: expected ?? {},
        refusal: flags.map((flag) => REFUSALS[flag]).find((message) => message !== undefined),
      })),
    )
  })
}

/** Returns the vectors for the client's formulas, without the vectors for servers and for whole sign-ins. */
export function allVectors(): Vector[] {
  return readVectors().filter(({ type }) => !type.startsWith('Server') && !WHOLE_SIGN_INS.has(type))
}

/** Returns the vectors of one type whose input the client accepts. */
export function vectorsOf<Input>(type: string): Vector<Input>[] {
  const found = readVectors().filter((vector) => vector.type === type && vector.refusal === undefined)
  if (found.length === 0) throw new Error(`There is no vector of type ${type}.`)
  return found as Vector<Input>[]
}

/** Returns the vector of this type whose id ends with `comment`. */
export function vectorAbout<Input>(type: string, comment: string): Vector<Input> {
  const vector = vectorsOf<Input>(type).find(({ id }) => id.endsWith(`: ${comment}`))
  if (!vector) throw new Error(`There is no ${type} vector about ${comment}.`)
  return vector
}
