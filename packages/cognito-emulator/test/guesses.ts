import type { Emulator, UserPoolConfig } from '../src/index.ts'
import { ANA, createTestEmulator } from './caller.ts'

/**
 * Time at which the emulator's clock is fixed: the time at which the tests start, because SRP proofs contain the
 * machine's time.
 */
export const NOW_MS: number = Date.now()
export const LOCKED = 'Password attempts exceeded'
export const LIMITED = 'Attempt limit exceeded, please try after some time.'
export const ana: { ClientId: string; Username: string } = { ClientId: 'web', Username: ANA.username }

/** Creates an emulator whose time changes only through `emulator.clock`. */
export function startAtOneMoment(pool: Partial<UserPoolConfig> = {}, freeFailures?: number): Emulator {
  return createTestEmulator(pool, { now: () => NOW_MS, ...(freeFailures !== undefined && { freeFailures }) })
}

export const lastCode = ({ outbox }: Emulator): string => outbox.at(-1)?.code ?? ''
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')

/** Returns the error message of a guess, or `let in` if the guess succeeds. */
export const messageOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => 'let in',
    (error: unknown) => (error as Error).message,
  )
