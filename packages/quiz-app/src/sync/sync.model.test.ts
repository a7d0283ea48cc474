import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { deleteDB } from 'idb'
import { expect, test } from 'vitest'

import { behindPlainCors, createApiOver, createGateway } from '../../test/gateway.ts'
import type { Fault, GatewayOptions } from '../../test/gateway.ts'
import {
  createHideablePage,
  createManualClock,
  createPageNetwork,
  createProfile,
  createSwitchedNetwork,
} from '../../test/sync-edges.ts'
import { openQuizDatabase } from '../storage/database.ts'
import type { QuizDatabase } from '../storage/database.ts'
import { createDeviceStorage } from '../storage/device-storage.ts'
import { createAnswerLog } from './answer-log.ts'
import type { AnswerLog } from './answer-log.ts'
import { createLife } from '../../test/tab-life.ts'
import type { SyncState } from './state.ts'
import { createSync } from './sync.ts'

// Several tabs on several devices run the engine over one server, and everything around it goes wrong. Beside it the
// students count for themselves what was acknowledged: a plain count, which knows no log, no marks and no merging.

const USER = 'ana'
const TABS_PER_DEVICE = 2

/** What happens to one tab, or to the world. */
type Action =
  | { do: 'answer'; tab: number; question: string; correct: boolean }
  | { do: 'load' | 'hear online' | 'hide' | 'log out' | 'reload'; tab: number }
  /** The tab dies after so many touches of the network or the log, in the middle of whatever it does. */
  | { do: 'crash'; tab: number; afterTouches: number }
  | { do: 'wait'; durationMs: number }
  | { do: 'go offline' }
  | { do: 'go online' }
  /** Somebody writes an earlier state of the server again. */
  | { do: 'overwrite'; age: number }
  /** The browser closes one tab's database, or deletes the device's under all of its tabs. */
  | { do: 'close database'; tab: number }
  | { do: 'delete database'; device: number }

/** Actions that begin at the same time, and what happens to the requests they lead to. */
type Round = { actions: Action[]; faults: (Fault | null)[] }

type Setting = GatewayOptions & {
  devices: number
  /** Whether the browser stands between: a preflight refuses what a plain gateway does not know. */
  isOtherOrigin?: boolean
  /** Whether databases are closed and deleted. */
  losesStorage?: boolean
}

function roundsOf({ devices, keepsMarks, losesStorage = false }: Setting): fc.Arbitrary<Round[]> {
  const tab = fc.nat(devices * TABS_PER_DEVICE - 1)
  const fault = fc.option(fc.constantFrom<Fault>('lost-request', 'lost-reply', 'server-error'), { freq: 3 })
  const action = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('answer' as const),
        tab,
        question: fc.constantFrom('a', 'b', 'c'),
        correct: fc.boolean(),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('load' as const, 'hear online' as const), tab }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('wait' as const), durationMs: fc.constantFrom(3000, 10_000) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('log out' as const, 'reload' as const), tab }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), tab, afterTouches: fc.nat(10) }) },
    { weight: 1, arbitrary: fc.constantFrom({ do: 'go offline' as const }, { do: 'go online' as const }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('hide' as const), tab }) },
    // The answers that an earlier state lacks are in the log, unless that was deleted.
    {
      weight: keepsMarks && !losesStorage ? 1 : 0,
      arbitrary: fc.record({ do: fc.constant('overwrite' as const), age: fc.nat(4) }),
    },
    {
      weight: losesStorage ? 2 : 0,
      arbitrary: fc.oneof(
        fc.record({ do: fc.constant('close database' as const), tab }),
        fc.record({ do: fc.constant('delete database' as const), device: fc.nat(devices - 1) }),
      ),
    },
  )
  const round = fc.record({
    actions: fc.array(action, { minLength: 1, maxLength: 4 }).map(sparingPages),
    faults: fc.array(fault, { maxLength: 4 }),
  })
  return fc.array(round, { maxLength: 15, size: 'max' })
}

/** A page that dies while its database is deleted takes with it what only the two knew: no app can prevent that. */
function sparingPages(actions: Action[]): Action[] {
  const isDeleting = actions.some((action) => action.do === 'delete database')
  return isDeleting ? actions.filter((action) => action.do !== 'crash' && action.do !== 'reload') : actions
}

/** Plays the rounds, then lets every device send in peace. */
async function play(scheduler: fc.Scheduler, setting: Setting, rounds: Round[]) {
  const world = createWorld(scheduler, setting)
  const devices = Array.from({ length: setting.devices }, createDevice)
  const openTabs = () =>
    devices.flatMap((device) => Array.from({ length: TABS_PER_DEVICE }, () => openTab(world, device)))
  const tabs = openTabs()
  const problems: string[] = []
  await world.settle()

  for (const { actions, faults } of rounds) {
    world.faults = [...faults]
    if (actions.some((action) => action.do === 'delete database')) for (const { life } of tabs) life.goOn()
    for (const action of actions) act(world, tabs, action)
    await world.settle()
    for (const [index, tab] of tabs.entries()) {
      problems.push(...hiddenAnswers(tab))
      if (tab.life.isOver) tabs[index] = openTabAgain(world, tab)
    }
    await world.settle()
  }

  world.faults = []
  world.goOnline()
  for (const tab of tabs) tab.endPage()
  await world.settle()
  const last = devices.map((device) => openTab(world, device))
  for (let turn = 0; turn < 2; turn += 1) {
    for (const { sync } of last) {
      void sync.load()
      await world.settle()
      world.pass(10_000) // and sends
      await world.settle()
    }
  }
  problems.push(...miscounts(world, world.gateway.counts()))
  for (const { sync, ends } of last) problems.push(...miscounts(world, shownCounts(sync.state())), ...ends)
  if (world.doubleWrites > 0) problems.push('two writes of one device under way')
  return { problems, answers: world.acknowledged.total() }
}

/** After a new sign-in, or on a new page: the first screen reads the statistics. */
function openTabAgain(world: World, { device, page }: Tab): Tab {
  const tab = openTab(world, device, page.isGone ? undefined : page)
  void tab.sync.load()
  return tab
}

/** One device: its log, what its tabs share, and which of them are writing to the server. */
function createDevice() {
  return { ...createProfile(), writers: [] as { isOver: boolean }[] }
}

type Device = ReturnType<typeof createDevice>

function createWorld(scheduler: fc.Scheduler, setting: Setting) {
  const gateway = createGateway(setting)
  const handle = setting.isOtherOrigin ? behindPlainCors(gateway.handle) : gateway.handle
  const world = {
    gateway,
    baseUrl: setting.isOtherOrigin ? 'https://gateway.test' : '/api',
    ...createManualClock(),
    ...createSwitchedNetwork(),
    faults: [] as (Fault | null)[],
    acknowledged: createCount(),
    /** Answers of tabs that died over them: they may be in the log or not. */
    uncertain: createCount(),
    /** Quizzes begun. */
    runs: 0,
    /** Calls of any tab that have not ended. */
    callsUnderWay: 0,
    /** Times that a device had two regular writes under way. */
    doubleWrites: 0,

    async travel(request: Request, isDropped: () => boolean): Promise<Response> {
      await scheduler.schedule(Promise.resolve(), 'request travels')
      const isAbandoned = request.signal.aborted || isDropped()
      const fault = world.faults.shift() ?? null
      if (isAbandoned || fault === 'lost-request') throw new TypeError('connection refused')
      if (fault === 'server-error') return new Response('oops', { status: 500 })
      const response = await handle(request)
      await scheduler.schedule(Promise.resolve(), 'reply travels')
      if (fault === 'lost-reply') throw new TypeError('connection reset')
      return response
    },

    /** Until nothing is under way any more; which request goes on next is for the scheduler to choose. */
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

type World = ReturnType<typeof createWorld>

/** A page: its log outlives a sign-out, but not the page. */
function openPage(device: Device) {
  const page = { isGone: false, databases: new Set<QuizDatabase>(), log: null as unknown as AnswerLog }
  const open = async (name: string, onLost?: () => void) => {
    const database = await openQuizDatabase(name, () => page.isGone || onLost?.())
    page.databases.add(database)
    if (page.isGone) throw new Error('The page is gone.')
    return database
  }
  page.log = createAnswerLog(createDeviceStorage({ name: device.databaseName, open, logFailure: () => {} }))
  return page
}

/** A tab with its engine. */
function openTab(world: World, device: Device, page = openPage(device)) {
  const life = createLife(world)
  const { page: visibility, hide } = createHideablePage()
  const { network, hearOnline } = createPageNetwork(world.network)
  const ends: string[] = []

  /** A page that goes away takes its requests along, except those that are meant to outlive it. */
  async function send(request: Request): Promise<Response> {
    const isRegularWrite = request.method === 'PUT' && !request.keepalive
    if (isRegularWrite && device.writers.some(({ isOver }) => !isOver)) world.doubleWrites += 1
    if (isRegularWrite) device.writers.push(life)
    try {
      return await world.travel(request, () => life.isOver && !request.keepalive)
    } finally {
      if (isRegularWrite) device.writers.splice(device.writers.indexOf(life), 1)
    }
  }

  const sync = createSync({
    userId: USER,
    api: life.mortal(createApiOver(send, world.baseUrl)),
    log: life.mortal(page.log),
    lock: (userId, work) => device.lock(userId, () => Promise.race([life.death, life.isOver ? life.death : work()])),
    tabs: device.createTabs(),
    network,
    session: {
      check: async () => {},
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
  return { sync, life, device, page, endPage, hide, hearOnline, ends, acknowledged: createCount() }
}

type Tab = ReturnType<typeof openTab>

/** Begins an action; whether it succeeds is for the engine to tell the student. */
function act(world: World, tabs: Tab[], action: Action): void {
  if (action.do === 'wait') return world.pass(action.durationMs)
  if (action.do === 'go offline') return world.goOffline()
  if (action.do === 'go online') return world.goOnline()
  if (action.do === 'overwrite') return world.gateway.overwriteWithEarlierState(action.age)
  if (action.do === 'delete database') return deleteDatabase(world, tabs, action.device)
  const tab = tabs[action.tab]
  if (tab === undefined || tab.life.isOver) return
  if (action.do === 'answer') void answer(world, tab, action.question, action.correct)
  if (action.do === 'load') void tab.sync.load()
  if (action.do === 'hear online') tab.hearOnline()
  if (action.do === 'log out') void tab.sync.sendLast().then(() => tab.life.end())
  if (action.do === 'hide') tab.hide()
  if (action.do === 'reload') tab.endPage()
  if (action.do === 'crash') tab.life.endAfter(action.afterTouches, tab.endPage)
  if (action.do === 'close database') for (const database of tab.page.databases) database.close()
}

/** Over when the pages have put what they know into the next database. */
function deleteDatabase(world: World, tabs: Tab[], device: number): void {
  const pages = tabs.slice(device * TABS_PER_DEVICE, (device + 1) * TABS_PER_DEVICE).map(({ page }) => page)
  const name = tabs[device * TABS_PER_DEVICE]?.device.databaseName
  if (name === undefined) return
  world.callsUnderWay += 1
  const deleted = deleteDB(name).then(() => Promise.all(pages.map(({ log }) => log.read(USER))))
  void deleted.finally(() => (world.callsUnderWay -= 1))
}

async function answer(world: World, tab: Tab, question: string, correct: boolean): Promise<void> {
  try {
    world.runs += 1 // each of its own, in which the question is new
    await tab.sync.answer({ questionId: question, correct, selected: 0, sessionId: `${world.runs}`, atMs: 0 })
    world.acknowledged.add(question, correct)
    tab.acknowledged.add(question, correct)
  } catch {
    world.uncertain.add(question, correct)
  }
}

const QUESTIONS = ['a', 'b', 'c']
type Counts = Record<string, { tries: number; correct: number }>

/** Where counts are not what the students counted: each acknowledged answer once, each uncertain one at most once. */
function miscounts({ acknowledged, uncertain }: World, counts: Counts): string[] {
  return QUESTIONS.flatMap((question) => {
    const { tries, correct } = counts[question] ?? { tries: 0, correct: 0 }
    return [
      { count: correct, isRight: true },
      { count: tries - correct, isRight: false },
    ].flatMap(({ count, isRight }) => {
      const least = acknowledged.of(question, isRight)
      const most = least + uncertain.of(question, isRight)
      if (count >= least && count <= most) return []
      return [`${question} ${isRight ? 'right' : 'wrong'}: ${count} counted, ${least} to ${most} given`]
    })
  })
}

/** Answers that a tab acknowledged and does not show. */
function hiddenAnswers({ acknowledged, sync, life }: Tab): string[] {
  const counts = shownCounts(sync.state())
  return QUESTIONS.flatMap((question) => {
    const given = acknowledged.of(question, true) + acknowledged.of(question, false)
    const shown = counts[question]?.tries ?? 0
    return life.isOver || shown >= given ? [] : [`${question}: ${shown} shown, ${given} acknowledged by the same tab`]
  })
}

/** What a student reads on the screen: the server's counts and what waits. */
function shownCounts({ stats: { base, pending } }: SyncState): Counts {
  const counts: Counts = structuredClone(base?.document.questionsStats ?? {})
  for (const { questionId, correct } of pending) {
    const count = (counts[questionId] ??= { tries: 0, correct: 0 })
    count.tries += 1
    count.correct += correct ? 1 : 0
  }
  return counts
}

/** How often each question was answered, rightly and wrongly. */
function createCount() {
  const answers: { question: string; correct: boolean }[] = []
  return {
    add: (question: string, correct: boolean) => void answers.push({ question, correct }),
    of: (question: string, correct: boolean) =>
      answers.filter((answer) => answer.question === question && answer.correct === correct).length,
    total: () => answers.length,
  }
}

/** Few enough for every change; `npm run prove -- models` asks for many. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 30)

test.each<[string, Setting]>([
  ['three devices, marks and ETags', { devices: 3, keepsMarks: true, hasEtags: true }],
  ['three devices, marks without ETags', { devices: 3, keepsMarks: true, hasEtags: false }],
  ['one device on a plain gateway', { devices: 1, keepsMarks: false, hasEtags: false }],
  ['one device on a plain gateway with ETags', { devices: 1, keepsMarks: false, hasEtags: true }],
  [
    'one device that loses its storage, on a plain gateway on another origin',
    { devices: 1, keepsMarks: false, hasEtags: false, isOtherOrigin: true, losesStorage: true },
  ],
  ['three devices that lose their storage', { devices: 3, keepsMarks: true, hasEtags: true, losesStorage: true }],
])('no answer is lost and none counts twice: %s', { timeout: 600_000 }, async (_case, setting) => {
  let answers = 0
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), roundsOf(setting), async (scheduler, rounds) => {
      const played = await play(scheduler, setting, rounds)
      answers += played.answers
      expect(played.problems).toEqual([])
    }),
    { numRuns: RUNS },
  )
  expect(answers).toBeGreaterThan(2 * RUNS)
})
