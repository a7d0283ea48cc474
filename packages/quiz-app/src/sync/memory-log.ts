import type { AnswerLog } from './answer-log.ts'
import type { LocalStats, LoggedAnswer, StatsBase } from './merge.ts'

/** The log of a browser that refuses storage: it lives as long as the page, under a device id of its own. */
export function createMemoryLog(deviceId: string): AnswerLog {
  const answers: (LoggedAnswer & { userId: string })[] = []
  const bases = new Map<string, StatsBase>()

  const pendingAfter = (userId: string, lastKey: number) =>
    answers.filter((answer) => answer.userId === userId && answer.key > lastKey)

  const localStats = (userId: string): LocalStats => {
    const base = bases.get(userId) ?? null
    return { base, pending: pendingAfter(userId, base?.lastKey ?? 0) }
  }

  return {
    deviceId,
    append: async (userId, answer) => {
      const logged = { ...answer, userId, key: answers.length + 1 }
      answers.push(logged)
      return logged
    },
    read: async (userId) => localStats(userId),
    readAfter: async (userId, lastKey) => pendingAfter(userId, lastKey),
    updateBase: async (userId, change) => {
      const base = change(localStats(userId))
      bases.set(userId, base)
      return { base, pending: pendingAfter(userId, base.lastKey) }
    },
    readSession: async (userId, sessionId) =>
      answers.filter((answer) => answer.userId === userId && answer.sessionId === sessionId),
  }
}
