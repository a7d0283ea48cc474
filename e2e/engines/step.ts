import type { RunningProduct } from '@cognito-srp/product/running-product'
import type { Engine, Profile } from '@cognito-srp/testing/engines/engine'

import type { Question } from '../student.ts'
import type { Account, UserPool } from '../user-pool.ts'
import type { Gate } from './gate.ts'
import type { Screen } from './screen.ts'

/** State that the steps of a journey share. Each step starts where the previous step ended. */
export type Journey = {
  product: RunningProduct
  pool: UserPool
  gate: Gate
  profile: Profile
  engine: Engine
  account: Account
  screen: Screen
  second: Screen
  answered: Question[]
}

export type Step = readonly [title: string, go: (journey: Journey) => Promise<unknown>]

export const header = { within: 'header' } as const
export const main = { within: 'main' } as const
export const button = (name: string | RegExp) => ({ role: 'button', name }) as const

/** Time limit for a send: the ten seconds of the send timer, plus ten seconds for a busy machine. */
export const SYNC_PATIENCE_MS = 20_000
