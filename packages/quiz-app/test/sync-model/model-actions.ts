import fc from 'fast-check'

import type { Fault, GatewayOptions } from '../gateway.ts'

// Actions of the sync model and their relative frequencies.

export const TABS_PER_DEVICE = 2

export const QUESTIONS = ['a', 'b', 'c']

/** Event on a tab, on a device or on the server. */
export type Action =
  | { do: 'answer'; tab: number; question: string; correct: boolean }
  | { do: 'load' | 'hear online' | 'hide' | 'log out' | 'reload'; tab: number }
  /** The tab ends after this number of accesses to the network or the log, in the middle of its work. */
  | { do: 'crash'; tab: number; afterTouches: number }
  | { do: 'wait'; durationMs: number }
  | { do: 'go offline' }
  | { do: 'go online' }
  /** Another program restores an earlier state of the server. */
  | { do: 'overwrite'; age: number }
  /** Another device of the student deletes the statistics on the server. */
  | { do: 'delete statistics' }
  /** The browser closes one tab's database, or deletes the device's database while its tabs use it. */
  | { do: 'close database'; tab: number }
  | { do: 'delete database'; device: number }

/** Actions that start at the same time, and the faults injected into their requests. */
export type Round = { actions: Action[]; faults: (Fault | null)[] }

export type Setting = GatewayOptions & {
  devices: number
  /** Whether the API is on another origin: the preflight of a plain gateway rejects conditional requests. */
  isOtherOrigin?: boolean
  /** Whether the browser closes and deletes databases. */
  losesStorage?: boolean
  /** Whether the exchanges of two devices may overlap between the GET and the response to the PUT. */
  overlaps?: boolean
  /** Whether the browser lacks Web Locks, so that the exchanges of a device's tabs can also overlap. */
  lacksLocks?: boolean
  /** Whether another device deletes the statistics. */
  deletes?: boolean
}

export function roundsOf(setting: Setting): fc.Arbitrary<Round[]> {
  const fault = fc.option(fc.constantFrom<Fault>('lost-request', 'lost-reply', 'server-error'), { freq: 3 })
  const round = fc.record({
    actions: fc.array(actionOf(setting), { minLength: 1, maxLength: 4 }).map(sparingPages),
    faults: fc.array(fault, { maxLength: 4 }),
  })
  return fc.array(round, { minLength: 3, maxLength: 15, size: 'max' })
}

function actionOf({ devices, keepsMarks, losesStorage = false, deletes = false }: Setting): fc.Arbitrary<Action> {
  const tab = fc.nat(devices * TABS_PER_DEVICE - 1)
  const weighted = <One extends Action>(weight: number, arbitrary: fc.Arbitrary<One>) => ({ weight, arbitrary })
  const answering = fc.record({
    do: fc.constant('answer' as const),
    tab,
    question: fc.constantFrom(...QUESTIONS),
    correct: fc.boolean(),
  })
  const losing = fc.oneof(
    fc.record({ do: fc.constant('close database' as const), tab }),
    fc.record({ do: fc.constant('delete database' as const), device: fc.nat(devices - 1) }),
  )
  return fc.oneof(
    weighted(8, answering),
    weighted(4, fc.record({ do: fc.constantFrom('load' as const, 'hear online' as const), tab })),
    weighted(4, fc.record({ do: fc.constant('wait' as const), durationMs: fc.constantFrom(3000, 10_000) })),
    weighted(2, fc.record({ do: fc.constantFrom('log out' as const, 'reload' as const), tab })),
    weighted(2, fc.record({ do: fc.constant('crash' as const), tab, afterTouches: fc.nat(10) })),
    weighted(1, fc.constantFrom({ do: 'go offline' as const }, { do: 'go online' as const })),
    weighted(2, fc.record({ do: fc.constant('hide' as const), tab })),
    // The log still has the answers that an older state of the server lacks, unless the log was deleted.
    weighted(
      keepsMarks && !losesStorage && !deletes ? 1 : 0,
      fc.record({ do: fc.constant('overwrite' as const), age: fc.nat(4) }),
    ),
    weighted(deletes ? 1 : 0, fc.constant({ do: 'delete statistics' as const })),
    weighted(losesStorage ? 2 : 0, losing),
  )
}

/**
 * Removes crashes and reloads from a round that deletes a database, because no app can keep data that only the page and the database
 * had.
 */
function sparingPages(actions: Action[]): Action[] {
  const isDeleting = actions.some((action) => action.do === 'delete database')
  return isDeleting ? actions.filter((action) => action.do !== 'crash' && action.do !== 'reload') : actions
}
