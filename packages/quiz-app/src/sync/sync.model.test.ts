import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { roundsOf } from '../../test/sync-model/model-actions.ts'
import type { Setting } from '../../test/sync-model/model-actions.ts'
import { play } from '../../test/sync-model/model-play.ts'
import type { Played } from '../../test/sync-model/model-play.ts'

// Several tabs on several devices run the engine against one server while the network, the storage and the tabs fail at random.
// A separate ledger counts the answers that the app acknowledged.

/** Small enough for `npm test`; `npm run prove -- models` sets a much larger number and prints the figures. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 20)

const OURS = { keepsMarks: true, hasEtags: true }
const PLAIN = { keepsMarks: false, hasEtags: false, overlaps: false }

/** Plays a setting many times with random rounds. @param check asserts the result of each play */
async function playMany(setting: Setting, name: string, check: (played: Played) => void): Promise<void> {
  const sum = { runs: 0, answers: 0, lost: 0, doubled: 0, undecidable: 0, returned: 0 }
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), roundsOf(setting), async (scheduler, rounds) => {
      const played = await play(scheduler, setting, rounds)
      sum.runs += 1
      for (const figure of ['answers', 'lost', 'doubled', 'undecidable', 'returned'] as const)
        sum[figure] += played[figure]
      check(played)
    }),
    { numRuns: RUNS },
  )
  if (process.env['MODEL_RUNS']) console.log(`${name}: ${JSON.stringify(sum)}`)
  expect(sum.answers).toBeGreaterThan(2 * RUNS)
}

test.each<[string, Setting]>([
  ['three devices, marks and ETags', { devices: 3, ...OURS }],
  ['three devices, marks without ETags', { devices: 3, keepsMarks: true, hasEtags: false }],
  ['three devices without Web Locks, with marks and ETags', { devices: 3, ...OURS, lacksLocks: true }],
  ['three devices that lose their storage', { devices: 3, ...OURS, losesStorage: true }],
  [
    'two devices, marks and ETags, and a third device that deletes the statistics',
    { devices: 2, ...OURS, deletes: true },
  ],
  ['one device on a plain gateway', { devices: 1, ...PLAIN }],
  ['one device on a plain gateway with ETags', { devices: 1, ...PLAIN, hasEtags: true }],
  ['one device without Web Locks on a plain gateway', { devices: 1, ...PLAIN, lacksLocks: true }],
  [
    'one device that loses its storage, on a plain gateway on another origin',
    { devices: 1, ...PLAIN, isOtherOrigin: true, losesStorage: true },
  ],
  ['two devices on a plain gateway, one exchange at a time', { devices: 2, ...PLAIN }],
  ['three devices on a plain gateway, one exchange at a time', { devices: 3, ...PLAIN }],
  [
    'two devices on a plain gateway, one exchange at a time, and a third device that deletes the statistics',
    { devices: 2, ...PLAIN, deletes: true },
  ],
])('with %s, no answer is lost or counted twice', { timeout: 600_000 }, async (name, setting) => {
  await playMany(setting, name, ({ problems, lost, doubled }) => {
    expect({ problems, lost, doubled }).toEqual({ problems: [], lost: 0, doubled: 0 })
  })
})

test.each<[string, Setting]>([
  ['two devices on a plain gateway', { devices: 2, ...PLAIN, overlaps: true }],
  ['three devices on a plain gateway', { devices: 3, ...PLAIN, overlaps: true }],
  ['two devices without Web Locks on a plain gateway', { devices: 2, ...PLAIN, overlaps: true, lacksLocks: true }],
  ['three devices on a plain gateway with deletions', { devices: 3, ...PLAIN, overlaps: true, deletes: true }],
])('no answer counts twice if the exchanges of %s overlap', { timeout: 600_000 }, async (name, setting) => {
  await playMany(setting, name, ({ doubled }) => expect(doubled).toBe(0))
})
