import { attributesOf } from '../pools/attribute-schema.ts'
import type { Pool } from '../pools/pools.ts'
import { ServiceError } from '../service-error.ts'
import { checkNewAttributes, isVerified } from './attributes.ts'
import { parseCsv } from './csv.ts'
import type { UserDirectory } from './user-directory.ts'
import { newAccount, type User } from './user.ts'

const USERNAME = 'cognito:username'
const MFA_ENABLED = 'cognito:mfa_enabled'

/** Numbers of lines that created a user, were skipped because the user exists, or failed. */
export type ImportCounts = { imported: number; skipped: number; failed: number }

/** Returns the columns of a pool's import file: its attributes except `sub`, and two columns that are not attributes. */
export function csvHeaderOf({ settings }: Pool): string[] {
  const names = attributesOf(settings).map(({ name }) => name)
  return [...names.filter((name) => name !== 'sub'), MFA_ENABLED, USERNAME]
}

/**
 * Creates the users in a file. Each user must set a password with a code before signing in, so each user needs a
 * verified address.
 *
 * @returns undefined if the first line is not a valid header for the pool
 */
export function importUsers(
  users: UserDirectory,
  pool: Pool,
  { csv, nowMs }: { csv: string; nowMs: number },
): ImportCounts | undefined {
  const [header = [], ...lines] = parseCsv(csv)
  const known = new Set(csvHeaderOf(pool))
  const hasHeader = header.includes(USERNAME) && header.includes(MFA_ENABLED) && header.every((name) => known.has(name))
  if (!hasHeader) return undefined
  const counts: ImportCounts = { imported: 0, skipped: 0, failed: 0 }
  for (const line of lines) {
    const fields = Object.fromEntries(header.map((name, column) => [name, line[column] ?? '']))
    counts[line.length === header.length ? importUser(users, pool, fields, nowMs) : 'failed'] += 1
  }
  return counts
}

function importUser(
  users: UserDirectory,
  pool: Pool,
  { [USERNAME]: name = '', [MFA_ENABLED]: mfaEnabled, ...fields }: Record<string, string>,
  nowMs: number,
): keyof ImportCounts {
  const attributes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  try {
    if (users.find(pool, name)) return 'skipped'
    checkNewAttributes(pool, attributes, pool.settings.requiredAttributes)
    const user = newAccount(pool, { name, attributes, status: 'RESET_REQUIRED', createdAtMs: nowMs })
    if (name === '' || !hasVerifiedAddress(user)) return 'failed'
    user.mfa.isSmsEnabled = mfaEnabled === 'true'
    users.create(pool, user)
    return 'imported'
  } catch (error) {
    if (error instanceof ServiceError) return 'failed'
    throw error
  }
}

function hasVerifiedAddress(user: User): boolean {
  return (['email', 'phone_number'] as const).some((name) => user.attributes[name] && isVerified(user, name))
}
