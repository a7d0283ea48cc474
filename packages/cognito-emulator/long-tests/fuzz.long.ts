// Sends 120,000 inputs: calls to every operation, steps of sign-ins, and requests with random methods, paths and
// headers. The inputs are mutated real inputs or random bytes. Each response must have a status below 500, be in the
// service's format, and take less than 100 ms of CPU time. Meanwhile, a second user keeps signing in. Run: node
// --conditions=@cognito-srp/source packages/cognito-emulator/long-tests/fuzz.long.ts [seed [path]]

import { fuzz, type Trial } from '@cognito-srp/testing/fuzz'
import { brokenOff, type Random } from '@cognito-srp/testing/fuzz-inputs'

import { needsCredentials } from '../src/service-model/model.ts'
import serviceErrors from '../test/service-errors.json' with { type: 'json' }
import { makeAnswer, makeOperation, makeSignIn, makeVisit, type Visit } from './fuzz/inputs.ts'
import { World } from './fuzz/world.ts'

/**
 * Values of `freeFailures`, which the worlds use in turn. A low value locks users out early. A high value lets inputs
 * reach later steps.
 */
const FREE_FAILURES = [5, 10_000]
const INPUTS_OF_A_WORLD = 2_000

/** Errors that the emulator returns although the service lists them only for other operations. */
const ALSO_SAID = new Set(['RevokeToken ResourceNotFoundException', 'RespondToAuthChallenge LimitExceededException'])

/** Errors that occur before an operation runs. */
const TRANSPORT_ERRORS = new Set(['SerializationException', 'UnknownOperationException'])

const SECOND_USERS_SIGN_IN = JSON.stringify({
  ClientId: 'web',
  AuthFlow: 'CUSTOM_AUTH',
  AuthParameters: { USERNAME: 'davi' },
})

let worlds = 0
let world = new World(5)
let previous: World | undefined

/** Last error in the emulator's log. */
let lastFailure: unknown
console.error = (
  (print) =>
  (...lines: unknown[]) => {
    const failure = lines.find((line) => line instanceof Error)
    if (failure) lastFailure = failure
    else print(...lines)
  }
)(console.error)

await fuzz({
  inputs: 120_000,
  targets: [
    { name: 'operations', percent: 40, make: operations },
    { name: 'sign-ins', percent: 20, make: signIns },
    { name: 'steps of sign-ins', percent: 30, make: steps },
    { name: 'other addresses', percent: 10, make: visits },
  ],
  slowestMs: 100,
  renew: { every: INPUTS_OF_A_WORLD, with: openWorld },
  secondUser: async () => {
    const answer = await world.call('InitiateAuth', SECOND_USERS_SIGN_IN)
    await answer.arrayBuffer()
    if (answer.status >= 500) throw new Error(`A sign-in of the second user failed with status ${answer.status}.`)
  },
})

/**
 * Opens a new world. The previous world stays open until the next world is opened, because the second user's calls may be
 * unfinished.
 */
async function openWorld(): Promise<void> {
  await previous?.emulator.close()
  previous = world
  world = new World(FREE_FAILURES[(worlds += 1) % FREE_FAILURES.length] ?? 5)
  await world.signIn()
}

function operations(random: Random): Trial {
  const call = makeOperation(random, world)
  return { input: call, run: async () => check(await world.call(call.operation, call.body), call.operation) }
}

function signIns(random: Random): Trial {
  const call = makeSignIn(random, world)
  return { input: call, run: async () => check(await world.call(call.operation, call.body), call.operation) }
}

async function steps(random: Random): Promise<Trial> {
  const call = await makeAnswer(random, world)
  return { input: call, run: async () => check(await world.call(call.operation, call.body), call.operation) }
}

function visits(random: Random): Trial {
  const visit = makeVisit(random)
  return {
    input: visit,
    run: async () => {
      try {
        return await check(await world.emulator.fetch(toRequest(visit)))
      } finally {
        world.emulator.faults.clear() // faults added by an input are not failures
      }
    },
  }
}

/**
 * Checks a response. @throws {Error} for a 5xx status, a stack trace, an error that is not in the service's format, or an
 * error that the service does not list for the operation.
 *
 * @returns the status and the exception's name
 */
async function check(answer: Response, operation?: string): Promise<string> {
  const text = await answer.text()
  if (answer.status >= 500) throw new Error(`The response has status ${answer.status}: ${text}`, { cause: lastFailure })
  if (/\n\s+at .+:\d+/.test(text)) throw new Error(`The response contains a stack trace: ${text}`)
  if (text !== '') JSON.parse(text)
  const code = (answer.headers.get('x-amzn-errortype') ?? '').replace(':', '')
  if (operation !== undefined && code !== '' && !isListed(operation, code)) {
    throw new Error(`The service does not list ${code} for ${operation}: ${text}`)
  }
  return `${answer.status} ${code}`.trim()
}

/**
 * Whether the error is a transport error, or an error that the service lists for the operation. UserNotFoundException
 * is allowed for every operation that needs no AWS credentials, because an earlier input may have deleted the user.
 */
function isListed(operation: string, code: string): boolean {
  const listed: Record<string, string[]> = serviceErrors
  if (TRANSPORT_ERRORS.has(code) || ALSO_SAID.has(`${operation} ${code}`)) return true
  if (listed[operation]?.includes(code)) return true
  return code === 'UserNotFoundException' && !needsCredentials(operation)
}

function toRequest({ method, path, headers, body, breaksOff }: Visit): Request {
  const url = `http://localhost${path}`
  if (body === undefined) return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: breaksOff ? brokenOff(body) : body, duplex: 'half' } as RequestInit)
}
