import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Question } from '@cognito-srp/contract'

import { parseBank } from './parse-bank.ts'

const SEED_FOLDER = fileURLToPath(new URL('../../seed/', import.meta.url))

/**
 * The bank written for this project: the questions of all `seed/*.json` files, in the order of their names.
 *
 * @throws BankError when a file of it is not valid.
 */
export function readSeedBank(): Question[] {
  const files = readdirSync(SEED_FOLDER)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
  return files.flatMap((name) => parseBank(name, readFileSync(join(SEED_FOLDER, name), 'utf8')))
}
