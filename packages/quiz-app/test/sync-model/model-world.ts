import type { QuestionsStats, Tally } from '@cognito-srp/contract'
import type fc from 'fast-check'

import { behindPlainCors, createApiOver, createGateway } from '../gateway.ts'
import type { Fault } from '../gateway.ts'
import {
  createHideablePage,
  createManualClock,
  createPageNetwork,
  createProfile,
  createSwitchedNetwork,
} from '../sync-edges.ts'
import { createLife } from '../tab-life.ts'
import { openQuizDatabase } from '../../src/storage/database.ts'
import type { QuizDatabase } from '../../src/storage/database.ts'
import { createDeviceStorage } from '../../src/storage/device-storage.ts'
import { createAnswerLog } from '../../src/sync/answer-log.ts'
import type { AnswerLog } from '../../src/sync/answer-log.ts'
import type { Lock } from '../../src/sync/browser.ts'
import { createSync } from '../../src/sync/sync.ts'
import type { Setting } from './model-actions.ts'
import { createLedger, kindsIn } from './model-ledger.ts'
import type { Ledger } from './model-ledger.ts'

// Simulates tabs that run the engine on several devices, one server, and the network between them.

export const USER = 'ana'

/** Creates a device: its log, the state that its tabs share, and a record of its reads and writes. */
export function createDevice() {
  return {
    ...createProfile(),
    writers: [] as { isOver: boolean }[],
    /** Writes of the device that may not have arrived, because a request may be lost or never sent. */
    writesInDoubt: [] as { before: QuestionsStats; after: QuestionsStats }[],
    seenBatches: new Set<string>(),
  }
}

export type Device = ReturnType<typeof createDevice>

export function createWorld(scheduler: fc.Scheduler, setting: Setting) {
  const gateway = createGateway(setting)
  const handle = setting.isOtherOrigin ? behindPlainCors(gateway.handle) : gateway.handle
  let lastTurn: Promise<unknown> = Promise.resolve()
  const world = {
    setting,
    gateway,
    baseUrl: setting.isOtherOrigin ? 'https://gateway.test' : '/api',
    ...createManualClock(),
    ...createSwitchedNetwork(),
    ledger: createLedger(),
    faults: [] as (Fault | null)[],
    /** Number of runs started. */
    runs: 0,
    /** Number of pending calls from all tabs. */
    callsUnderWay: 0,
    /** Forbidden actions that an engine has taken. */
    offences: new Set<string>(),

    async travel(request: Request, device: Device, isDropped: () => boolean): Promise<Response> {
      const isWrite = request.method === 'PUT'
      await scheduler.schedule(Promise.resolve(), 'request travels')
      const isAbandoned = request.signal.aborted || isDropped()
      const fault = world.faults.shift() ?? null
      if (isAbandoned || fault === 'lost-request') throw new TypeError('connection refused')
      if (fault === 'server-error') return new Response('oops', { status: 500 })
      const response = await handle(request)
      const stored = structuredClone(gateway.counts())
      if (isWrite && response.ok) device.writesInDoubt = []
      await scheduler.schedule(Promise.resolve(), 'reply travels')
      if (fault === 'lost-reply') throw new TypeError('connection reset')
      if (!isWrite) noteRead(world, device, stored)
      return response
    },

    /** Runs work after all earlier work, so that the exchanges of different devices do not overlap. */
    inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
      const result = lastTurn.then(work)
      lastTurn = result.catch(() => {})
      return result
    },

    /** Resolves when no call is in progress. The scheduler chooses which request continues next. */
    async settle(): Promise<void> {
      for (let quietTurns = 0; quietTurns < 3;) {
        await new Promise((resolve) => setImmediate(resolve))
        if (scheduler.count() > 0) await scheduler.waitOne()
        quietTurns = world.callsUnderWay + scheduler.count() === 0 ? quietTurns + 1 : 0
      }
    },
  }

  return world
}

export type World = ReturnType<typeof createWorld>

/** Records which lost writes a device must now treat as stored. */
function noteRead({ ledger }: { ledger: Ledger }, device: Device, stored: QuestionsStats): void {
  const isReached = (question: string, { tries, correct }: Tally) =>
    tries <= (stored[question]?.tries ?? 0) && correct <= (stored[question]?.correct ?? 0)
  const misleading = device.writesInDoubt.filter(({ after }) =>
    Object.entries(after).every(([question, tally]) => isReached(question, tally)),
  )
  device.writesInDoubt = device.writesInDoubt.filter((write) => !misleading.includes(write))
  const most: Record<string, number> = {} // a later write repeats the answers that an earlier write did not deliver
  for (const { before, after } of misleading) {
    const earlier = kindsIn(before)
    for (const [kind, count] of Object.entries(kindsIn({ ...before, ...after }))) {
      most[kind] = Math.max(count - (earlier[kind] ?? 0), most[kind] ?? 0)
    }
  }
  ledger.giveUp(most)
}

/** Opens a page, whose log outlives a sign-out but not the page. */
function openPage(device: Device) {
  const page = { isGone: false, databases: new Set<QuizDatabase>(), log: null as unknown as AnswerLog }
  const open = async (name: string, onLost?: () => void) => {
    const database = await openQuizDatabase(name, () => page.isGone || onLost?.())
    page.databases.add(database)
    if (page.isGone) throw new Error('The page was closed.')
    return database
  }
  const log = createAnswerLog(createDeviceStorage({ name: device.databaseName, open, logFailure: () => {} }))
  page.log = {
    ...log,
    async updateBase(...given) {
      const known = await log.updateBase(...given)
      const { batches = [], document } = known.base
      const batch = batches.at(-1)
      if (batch && !batch.isAcknowledged && !device.seenBatches.has(batch.id)) {
        device.seenBatches.add(batch.id)
        device.writesInDoubt.push({ before: document.questionsStats, after: batch.counts })
      }
      return known
    },
  }
  return page
}

/** Opens a tab with its engine. */
export function openTab(world: World, device: Device, page = openPage(device)) {
  const { overlaps = true, lacksLocks = false, keepsMarks, hasEtags } = world.setting
  const life = createLife(world)
  const { page: visibility, hide } = createHideablePage()
  const { network, hearOnline } = createPageNetwork(world.network)
  const ends: string[] = []

  /** Sends a request. When the page unloads, its requests are aborted, except those with keepalive. */
  async function send(request: Request): Promise<Response> {
    const isRegularWrite = request.method === 'PUT' && !request.keepalive
    const isOverwriting = isRegularWrite && device.writers.some(({ isOver }) => !isOver)
    if (isOverwriting && !lacksLocks) world.offences.add('two writes of one device under way')
    if (request.keepalive && !keepsMarks && !hasEtags) world.offences.add('a write without a read at a plain gateway')
    if (isRegularWrite) device.writers.push(life)
    try {
      return await world.travel(request, device, () => life.isOver && !request.keepalive)
    } finally {
      if (isRegularWrite) device.writers.splice(device.writers.indexOf(life), 1)
    }
  }

  const lock: Lock = lacksLocks ? (_user, work) => work() : overlaps ? device.lock : (_user, work) => world.inTurn(work)
  const sync = createSync({
    userId: USER,
    api: life.mortal(createApiOver(send, world.baseUrl)),
    log: life.mortal(page.log),
    lock: (userId, work) => lock(userId, () => Promise.race([life.death, life.isOver ? life.death : work()])),
    tabs: device.createTabs(),
    network,
    session: {
      check: () => {},
      forceSignOut: async (reason) => {
        ends.push(reason)
        life.end()
      },
    },
    page: visibility,
    clock: {
      now: () => world.clock.now(),
      startTimer: (delayMs, onEnd) => world.clock.startTimer(delayMs, () => !life.isOver && onEnd()),
    },
    logFailure: () => {},
  })
  void life.death.catch(() => sync.stop())
  sync.start()
  const endPage = () => {
    page.isGone = true
    life.end()
  }
  return { sync, life, device, page, endPage, hide, hearOnline, ends, given: new Map<string, number>() }
}

export type Tab = ReturnType<typeof openTab>

/** Opens a tab after a new sign-in or on a new page. The first screen of the tab reads the statistics. */
export function openTabAgain(world: World, { device, page }: Tab): Tab {
  const tab = openTab(world, device, page.isGone ? undefined : page)
  void tab.sync.load()
  return tab
}
