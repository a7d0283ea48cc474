import { randomId } from '../random-id.ts'
import type { LoggedAnswer, StatsBase } from '../storage/database.ts'
import type { ChooseErased, LogStore, NewAnswer, Recorded } from './log-store.ts'
import { containedIn, nameOf, newerBase } from './merge.ts'
import type { LocalStats } from './merge.ts'

/** A user's data in memory. */
type Memory = { base: StatsBase | null; answers: LoggedAnswer[] }

/** Creates the log of a page without a database. The log has its own id and is lost when the page closes. */
export function createMemoryLog(deviceId = randomId()): LogStore {
  const byUser = new Map<string, Memory>()
  let lastKey = 0

  function of(userId: string): Memory {
    const memory = byUser.get(userId) ?? { base: null, answers: [] }
    byUser.set(userId, memory)
    return memory
  }

  function append({ answers }: Memory, given: NewAnswer): Recorded {
    const isSame = ({ runId, questionId }: LoggedAnswer) => runId === given.runId && questionId === given.questionId
    const earlier = answers.find(isSame)
    if (earlier) return { answer: earlier, isNew: false }
    lastKey += 1
    const answer = { ...given, deviceId, key: lastKey }
    answers.push(answer)
    return { answer, isNew: true }
  }

  return {
    deviceId,
    append: async (userId, answers, base) => {
      const recorded = answers.map((given) => append(of(userId), given))
      return { recorded, pending: answersBeyond(of(userId), base) }
    },
    read: async (userId) => localStats(of(userId)),
    readPending: async (userId, base) => answersBeyond(of(userId), base),
    updateBase: async (userId, change) => {
      const memory = of(userId)
      const base = change(localStats(memory))
      memory.base = base
      return { base, pending: answersBeyond(memory, base) }
    },
    inherit: async (userId, { base, answers }) => {
      const memory = of(userId)
      const known = new Set(memory.answers.map(nameOf))
      memory.answers.push(...[...answers].filter((answer) => !known.has(nameOf(answer))))
      memory.base = newerBase(memory.base, base)
    },
    readRunAnswers: async (userId, runId) => of(userId).answers.filter((answer) => answer.runId === runId),
    readAll: async (userId) => ({ ...of(userId), runs: [] }),
    erase: async (userId) => void byUser.delete(userId),
    eraseWhere: async (userId, choose) => eraseWhere(of(userId), choose),
  }
}

function localStats(memory: Memory): LocalStats {
  return { base: memory.base, pending: answersBeyond(memory, memory.base) }
}

function answersBeyond({ answers }: Memory, base: StatsBase | null): LoggedAnswer[] {
  const isContained = containedIn(base)
  return answers.filter((answer) => !isContained(answer))
}

function eraseWhere(memory: Memory, choose: ChooseErased): LocalStats {
  const local = localStats(memory)
  const isErased = choose(local)
  if (isErased === null) return local
  memory.base = null
  memory.answers = memory.answers.filter((answer) => !isErased(answer))
  return local
}
