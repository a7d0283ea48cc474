import 'fake-indexeddb/auto'
import type { QuestionsStats } from '@cognito-srp/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createApiOver, createGateway } from '../../test/gateway.ts'
import type { Fault, GatewayOptions } from '../../test/gateway.ts'
import type { QuizApi } from '../api/quiz-api.ts'
import { openQuizDatabase } from '../storage/database.ts'
import { createAnswerLog } from './answer-log.ts'
import type { AnswerLog } from './answer-log.ts'
import { loadStats, sendAnswers } from './exchange.ts'
import { addAnswers, tallyIn } from './tally.ts'

const USER = 'ana'

class Crash extends Error {}

/** What one tab does; `crashAfter` stops it for good after so many touches of the network or the log. */
type Step =
  | { do: 'answer'; device: number; question: number; correct: boolean }
  | { do: 'load' | 'send'; device: number; crashAfter: number | null; faults: (Fault | null)[] }
  | { do: 'sendTogether'; devices: [number, number]; faults: (Fault | null)[] }
  | { do: 'overwrite'; age: number }

type Device = { log: AnswerLog; tally: { questionId: string; correct: boolean }[] }

const fault = fc.option(fc.constantFrom<Fault>('lost-request', 'lost-reply', 'server-error'), { freq: 3 })
const faults = fc.array(fault, { maxLength: 4 })

function stepOf(deviceCount: number): fc.Arbitrary<Step> {
  const device = fc.nat(deviceCount - 1)
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('answer'), device, question: fc.nat(3), correct: fc.boolean() }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('load', 'send'),
        device,
        crashAfter: fc.option(fc.nat(8), { freq: 3 }),
        faults,
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('sendTogether'), devices: fc.tuple(device, device), faults }) },
    { weight: deviceCount > 1 ? 1 : 0, arbitrary: fc.record({ do: fc.constant('overwrite'), age: fc.nat(4) }) },
  )
}

/** Runs the steps, lets every device send in peace, and gives what the server counts and what the devices counted. */
async function play(scheduler: fc.Scheduler, gatewayOptions: GatewayOptions, deviceCount: number, steps: Step[]) {
  const gateway = createGateway(gatewayOptions)
  const devices = await Promise.all(Array.from({ length: deviceCount }, newDevice))
  const api = createApiOver((request) => gateway.handle(request))

  for (const step of steps) {
    if (step.do === 'overwrite') gateway.overwriteWithEarlierState(step.age)
    else if (step.do === 'answer') await answer(deviceAt(devices, step.device), step)
    else await scheduler.waitFor(attempt(step))
  }
  for (let round = 0; round < 2; round += 1) {
    for (const { log } of devices) await sendAnswers({ api, log, userId: USER })
  }
  const answers = devices.flatMap((device) => device.tally)
  return { counted: gateway.counts(), answered: addAnswers({}, answers), answers: answers.length }

  async function attempt(step: Extract<Step, { faults: unknown }>): Promise<void> {
    const pendingFaults = [...step.faults]
    const faultyApi = createApiOver(async (request) => {
      await scheduler.schedule(Promise.resolve(), 'request travels')
      const wrong = pendingFaults.shift() ?? null
      if (wrong === 'lost-request') throw new TypeError('connection refused')
      if (wrong === 'server-error') return new Response('oops', { status: 500 })
      const response = await gateway.handle(request)
      await scheduler.schedule(Promise.resolve(), 'reply travels')
      if (wrong === 'lost-reply') throw new TypeError('connection reset')
      return response
    })
    const indexes = step.do === 'sendTogether' ? [...new Set(step.devices)] : [step.device]
    const crashAfter = step.do === 'sendTogether' ? null : step.crashAfter
    await Promise.allSettled(
      indexes.map((index) => {
        const exchange = crashing({ api: faultyApi, log: deviceAt(devices, index).log }, crashAfter)
        return step.do === 'load'
          ? loadStats({ ...exchange, userId: USER }, () => {})
          : sendAnswers({ ...exchange, userId: USER })
      }),
    )
  }
}

/** The same edges, until the tab dies: from then on nothing more happens, not even the step under way. */
function crashing(
  edges: { api: QuizApi; log: AnswerLog },
  crashAfter: number | null,
): { api: QuizApi; log: AnswerLog } {
  let touches = 0
  const watch = <T extends object>(edge: T): T =>
    new Proxy(edge, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof member !== 'function') return member
        return async (...parameters: unknown[]) => {
          if (crashAfter !== null && touches >= crashAfter) throw new Crash()
          touches += 1
          const result: unknown = await Reflect.apply(member, target, parameters)
          if (crashAfter !== null && touches > crashAfter) throw new Crash()
          touches += 1
          return result
        }
      },
    })
  return { api: watch(edges.api), log: watch(edges.log) }
}

let databases = 0

async function newDevice(): Promise<Device> {
  databases += 1
  return { log: createAnswerLog(await openQuizDatabase(`model-${databases}`)), tally: [] }
}

function deviceAt(devices: Device[], index: number): Device {
  const device = devices[index]
  if (device === undefined) throw new RangeError('no such device')
  return device
}

async function answer({ log, tally }: Device, step: Extract<Step, { do: 'answer' }>): Promise<void> {
  const given = { questionId: `q${step.question}`, correct: step.correct }
  await log.append(USER, { ...given, selected: 0, sessionId: 's', atMs: 0 })
  tally.push(given)
}

function differences(counted: QuestionsStats, answered: QuestionsStats): string[] {
  return [...new Set([...Object.keys(counted), ...Object.keys(answered)])].flatMap((id) => {
    const [server, truth] = [tallyIn(counted, id), tallyIn(answered, id)]
    const isSame = server.tries === truth.tries && server.correct === truth.correct
    return isSame ? [] : [`${id}: server ${server.tries}/${server.correct}, answered ${truth.tries}/${truth.correct}`]
  })
}

test.each<[string, GatewayOptions, number]>([
  ['three devices, marks and ETags', { keepsMarks: true, hasEtags: true }, 3],
  ['three devices, marks without ETags', { keepsMarks: true, hasEtags: false }, 3],
  ['one device on a plain gateway', { keepsMarks: false, hasEtags: false }, 1],
  ['one device on a plain gateway with ETags', { keepsMarks: false, hasEtags: true }, 1],
])('no answer is lost and none counts twice: %s', { timeout: 60_000 }, async (_case, options, deviceCount) => {
  let answers = 0
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(stepOf(deviceCount), { maxLength: 25 }), async (scheduler, steps) => {
      const played = await play(scheduler, options, deviceCount, steps)
      answers += played.answers
      expect(differences(played.counted, played.answered)).toEqual([])
    }),
    { numRuns: 400 },
  )
  expect(answers).toBeGreaterThan(150)
})
