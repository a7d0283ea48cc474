import { randomId } from '../random-id.ts'
import type { LoggedAnswer, StatsBase } from '../storage/database.ts'
import type { LogStore, NewAnswer, Recorded } from './log-store.ts'
import { containedIn, nameOf, newerBase, sentBy } from './merge.ts'
import type { LocalStats } from './merge.ts'

/** The log of a page that has no database: it lives as long as the page, under an id of its own. */
export function createMemoryLog(deviceId = randomId()): LogStore {
  let all: (LoggedAnswer & { userId: string })[] = []
  let lastKey = 0
  const bases = new Map<string, StatsBase>()

  const answersOf = (userId: string): LoggedAnswer[] =>
    all.filter((answer) => answer.userId === userId).map(({ userId: _owner, ...answer }) => answer)
  const beyond = (userId: string, base: StatsBase | null) => {
    const isContained = containedIn(base)
    return answersOf(userId).filter((answer) => !isContained(answer))
  }
  const localStats = (userId: string): LocalStats => {
    const base = bases.get(userId) ?? null
    return { base, pending: beyond(userId, base) }
  }
  const erase = (userId: string, isErased: (answer: LoggedAnswer) => boolean) => {
    bases.delete(userId)
    all = all.filter((answer) => answer.userId !== userId || !isErased(answer))
  }

  function appendOne(userId: string, given: NewAnswer): Recorded {
    const earlier = answersOf(userId).find(
      ({ runId, questionId }) => runId === given.runId && questionId === given.questionId,
    )
    if (earlier) return { answer: earlier, isNew: false }
    lastKey += 1
    const answer = { ...given, deviceId, key: lastKey }
    all.push({ ...answer, userId })
    return { answer, isNew: true }
  }

  return {
    deviceId,

    append: async (userId, answers, base) => {
      const recorded = answers.map((given) => appendOne(userId, given))
      return { recorded, pending: beyond(userId, base) }
    },

    read: async (userId) => localStats(userId),
    readPending: async (userId, base) => beyond(userId, base),

    updateBase: async (userId, change) => {
      const base = change(localStats(userId))
      bases.set(userId, base)
      return { base, pending: beyond(userId, base) }
    },

    inherit: async (userId, { base, answers }) => {
      const known = new Set(answersOf(userId).map(nameOf))
      for (const answer of answers) if (!known.has(nameOf(answer))) all.push({ ...answer, userId })
      const newer = newerBase(bases.get(userId) ?? null, base)
      if (newer !== null) bases.set(userId, newer)
    },

    readRunAnswers: async (userId, runId) => answersOf(userId).filter((answer) => answer.runId === runId),
    readAll: async (userId) => ({ base: bases.get(userId) ?? null, answers: answersOf(userId), runs: [] }),

    erase: async (userId) => erase(userId, () => true),
    eraseSent: async (userId) => erase(userId, sentBy(bases.get(userId) ?? null)),
    eraseIfArrived: async (userId) => {
      const { pending } = localStats(userId)
      if (pending.length === 0) erase(userId, () => true)
      return pending.length
    },
  }
}
