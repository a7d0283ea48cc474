import { randomId } from '../random-id.ts'
import type { LoggedAnswer, StatsBase } from '../storage/database.ts'
import type { LogStore } from './log-store.ts'
import { isHeld, newerBase } from './merge.ts'
import type { LocalStats } from './merge.ts'

/** The log of a page that has no database: it lives as long as the page, under an id of its own. */
export function createMemoryLog(deviceId = randomId()): LogStore {
  let all: (LoggedAnswer & { userId: string })[] = []
  let lastKey = 0
  const bases = new Map<string, StatsBase>()

  const answersOf = (userId: string): LoggedAnswer[] =>
    all.filter((answer) => answer.userId === userId).map(({ userId: _owner, ...answer }) => answer)
  const beyond = (userId: string, held: StatsBase['held']) =>
    answersOf(userId).filter((answer) => !isHeld({ held }, answer))
  const localStats = (userId: string): LocalStats => {
    const base = bases.get(userId) ?? null
    return { base, pending: beyond(userId, base?.held ?? {}) }
  }

  return {
    deviceId,

    append: async (userId, given, held) => {
      const earlier = answersOf(userId).find(
        ({ sessionId, questionId }) => sessionId === given.sessionId && questionId === given.questionId,
      )
      if (earlier) return { answer: earlier, isNew: false, pending: beyond(userId, held) }
      lastKey += 1
      const answer = { ...given, deviceId, key: lastKey }
      all.push({ ...answer, userId })
      return { answer, isNew: true, pending: beyond(userId, held) }
    },

    read: async (userId) => localStats(userId),
    readPending: async (userId, held) => beyond(userId, held),

    updateBase: async (userId, change) => {
      const base = change(localStats(userId))
      bases.set(userId, base)
      return { base, pending: beyond(userId, base.held) }
    },

    inherit: async (userId, { base, answers }) => {
      const known = new Set(answersOf(userId).map(nameOf))
      for (const answer of answers) if (!known.has(nameOf(answer))) all.push({ ...answer, userId })
      const newer = newerBase(bases.get(userId) ?? null, base)
      if (newer !== null) bases.set(userId, newer)
    },

    readQuizAnswers: async (userId, quizId) => answersOf(userId).filter(({ sessionId }) => sessionId === quizId),
    readAll: async (userId) => ({ base: bases.get(userId) ?? null, answers: answersOf(userId), quizzes: [] }),

    erase: async (userId) => {
      bases.delete(userId)
      all = all.filter((answer) => answer.userId !== userId)
    },
  }
}

/** What names an answer among all logs. */
export function nameOf({ deviceId, key }: LoggedAnswer): string {
  return `${deviceId} ${key}`
}
