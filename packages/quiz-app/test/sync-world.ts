import { expect, vi } from 'vitest'

import { newAnswer } from './new-answer.ts'
import type { Recorded } from '../src/sync/log-store.ts'
import { createSync } from '../src/sync/sync.ts'
import type { Sync } from '../src/sync/sync.ts'
import { createApiOver, createGateway, createMarkedGateway } from './gateway.ts'
import { createHideablePage, createManualClock, createProfile, createSwitchedNetwork } from './sync-edges.ts'
import type { Profile } from './sync-edges.ts'

// Simulates one server and several tabs that run the engine, for the engine's tests.

export const USER = 'ana'

/** Replaces the server's response to a request. Returning null, possibly after a delay, lets the request through. */
export type Fault = (request: Request) => Response | null | Promise<Response | null>

/** Creates a server that records its calls and can be slow or fail, a clock, and the network. */
export function createWorld(
  connection: Parameters<typeof createSwitchedNetwork>[0] = {},
  gateway = createMarkedGateway(),
) {
  const state = { calls: [] as string[], keepalives: 0, fault: null as Fault | null }
  const api = createApiOver(async (request) => {
    state.calls.push(request.method)
    if (request.keepalive) state.keepalives += 1
    return (await state.fault?.(request)) ?? gateway.handle(request)
  })
  return Object.assign(state, { gateway, api, ...createManualClock(), ...createSwitchedNetwork(connection) })
}

/** Creates the same world with a plain gateway, which stores no marks. */
export function createPlainWorld({ hasEtags = false } = {}) {
  return createWorld({}, createGateway({ keepsMarks: false, hasEtags }))
}

export type World = ReturnType<typeof createWorld>

/** Opens a tab and starts its engine as the app does. */
export function openTab(world: World, profile: Profile = createProfile()) {
  const { api, clock, network } = world
  const { page, hide, leaving } = createHideablePage()
  const log = profile.openLog()
  const failures: string[] = []
  const session: string[] = []
  const sync = createSync({
    userId: USER,
    api,
    log,
    lock: profile.lock,
    tabs: profile.createTabs(),
    network,
    page,
    clock,
    session: {
      check: () => void session.push('checked'),
      forceSignOut: async (reason) => void session.push(reason),
    },
    logFailure: (what) => void failures.push(what),
  })
  sync.start()
  return { sync, log, hide, leaving, failures, session, profile }
}

export async function openLoadedTab(world: World, profile?: Profile) {
  const tab = openTab(world, profile)
  await tab.sync.load()
  world.calls.length = 0
  return tab
}

let runs = 0

/** Gives an answer in a new run, in which the question is unanswered. */
export function answer(sync: Sync, questionId: string, correct = true): Promise<Recorded> {
  runs += 1
  return sync.answer(newAnswer(questionId, { correct, runId: `run ${runs}` }))
}

export const pendingOf = (sync: Sync) => sync.state().stats.pending.length
export const untilSynced = (sync: Sync) =>
  vi.waitFor(() => expect(sync.state()).toMatchObject({ status: 'synced', atMs: expect.any(Number) }), { interval: 1 })

/** Lets the database and the server run long enough to finish pending work. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
