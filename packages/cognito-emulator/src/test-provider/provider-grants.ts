import { randomUUID } from 'node:crypto'

import type { Clock } from '../controls/clock.ts'
import { createBoundedMap } from '../storage/bounded-map.ts'
import type { ProviderGrant } from './provider-tokens.ts'

const LIFETIME_SECONDS = 300
const KEPT_GRANTS = 10_000
const KEPT_BYTES = 32 * 2 ** 20
const GRANT_BYTES = 1_000

/** A sign-in at a test provider, bound to the parameters of its authorization request. */
export type CodeGrant = ProviderGrant & { redirectUri: string; codeChallenge: string | undefined }

/** Grants, keyed by code or access token and stored in memory. */
export type Grants = {
  keep(grant: CodeGrant): string
  get(token: string): CodeGrant | undefined
  forget(token: string): void
}

export function createGrants(clock: Clock): Grants {
  type Kept = { grant: CodeGrant; expiresAtMs: number }
  const isOver = ({ expiresAtMs }: Kept): boolean => clock.nowMs() >= expiresAtMs
  const sizeOf = (_token: string, { grant }: Kept): number => GRANT_BYTES + 2 * JSON.stringify(grant).length
  const grants = createBoundedMap<Kept>({ entries: KEPT_GRANTS, bytes: KEPT_BYTES, sizeOf, isOver })
  return {
    keep(grant) {
      const token = randomUUID()
      grants.set(token, { grant, expiresAtMs: clock.nowMs() + LIFETIME_SECONDS * 1000 })
      return token
    },
    get(token) {
      const kept = grants.get(token)
      return kept && !isOver(kept) ? kept.grant : undefined
    },
    forget: (token) => grants.delete(token),
  }
}
