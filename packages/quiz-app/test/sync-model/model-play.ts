import type { QuestionsStats } from '@cognito-srp/contract'
import type fc from 'fast-check'
import { deleteDB } from 'idb'

import { newAnswer } from '../new-answer.ts'
import type { SyncState } from '../../src/sync/state.ts'
import { TABS_PER_DEVICE } from './model-actions.ts'
import type { Action, Round, Setting } from './model-actions.ts'
import { kindsIn } from './model-ledger.ts'
import type { Outcome } from './model-ledger.ts'
import { createDevice, createWorld, openTab, openTabAgain, USER } from './model-world.ts'
import type { Tab, World } from './model-world.ts'

/** Result of one play. `problems` lists everything that an engine must never do or show. */
export type Played = Outcome & { answers: number; problems: string[] }

/** Plays the rounds and then lets every device send without faults. */
export async function play(scheduler: fc.Scheduler, setting: Setting, rounds: Round[]): Promise<Played> {
  const world = createWorld(scheduler, setting)
  const devices = Array.from({ length: setting.devices }, createDevice)
  const tabs = devices.flatMap((device) => Array.from({ length: TABS_PER_DEVICE }, () => openTab(world, device)))
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
  const outcome = world.ledger.judge(world.gateway.counts())
  for (const { sync, ends } of last) problems.push(...ends, ...differences(world, outcome, shownCounts(sync.state())))
  return { ...outcome, problems: [...problems, ...world.offences], answers: world.ledger.total() }
}

/** Returns the differences between the losses that a device shows and those of the server. */
function differences({ ledger }: World, outcome: Outcome, shown: QuestionsStats): string[] {
  const seen = ledger.judge(shown)
  return JSON.stringify(seen) === JSON.stringify(outcome) ? [] : [`shown: ${JSON.stringify(seen)}`]
}

/** Starts an action. The engine, not this function, reports whether the action succeeds. */
function act(world: World, tabs: Tab[], action: Action): void {
  if (action.do === 'wait') return world.pass(action.durationMs)
  if (action.do === 'go offline') return world.goOffline()
  if (action.do === 'go online') return world.goOnline()
  if (action.do === 'overwrite') return world.gateway.overwriteWithEarlierState(action.age)
  if (action.do === 'delete statistics') return deleteStatistics(world, tabs)
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

function deleteStatistics(world: World, tabs: Tab[]): void {
  world.callsUnderWay += 1
  const deletion = async () => {
    world.ledger.delete(kindsIn(world.gateway.counts()))
    for (const { given } of tabs) given.clear()
    world.gateway.erase()
  }
  void world.inTurn(deletion).finally(() => (world.callsUnderWay -= 1))
}

/** Starts to delete a device's database. The deletion counts as pending until the pages have copied their data to the next database. */
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
    world.runs += 1 // each answer has its own run, in which the question is new
    await tab.sync.answer(newAnswer(question, { correct, runId: `${world.runs}` }))
    world.ledger.give(question, correct)
    tab.given.set(question, (tab.given.get(question) ?? 0) + 1)
  } catch {
    world.ledger.doubt(question, correct)
  }
}

/** Returns answers that a tab acknowledged but does not show. */
function hiddenAnswers({ given, sync, life }: Tab): string[] {
  const counts = shownCounts(sync.state())
  return [...given].flatMap(([question, acknowledged]) => {
    const shown = counts[question]?.tries ?? 0
    if (life.isOver || shown >= acknowledged) return []
    return [`${question}: ${shown} shown, ${acknowledged} acknowledged by the same tab`]
  })
}

/** Returns the counts that a student sees: the server's plus the unsent answers. */
function shownCounts({ stats: { base, pending } }: SyncState): QuestionsStats {
  const counts = structuredClone(base?.document.questionsStats ?? {})
  for (const { questionId, correct } of pending) {
    const count = (counts[questionId] ??= { tries: 0, correct: 0 })
    count.tries += 1
    count.correct += correct ? 1 : 0
  }
  return counts
}
