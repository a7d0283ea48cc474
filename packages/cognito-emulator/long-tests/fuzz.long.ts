// 120,000 calls of every operation, sign-ins and their steps, and requests to other addresses, mutated from real ones or
// of random bytes: each is answered below 500, in the service's form, and within 100 ms of the processor, while a second
// person goes on signing in.
// Run: node --conditions=@cognito-srp/source packages/cognito-emulator/long-tests/fuzz.long.ts [seed [path]]

import { fuzz, type Trial } from '@cognito-srp/testing/fuzz'
import { brokenOff, type Random } from '@cognito-srp/testing/fuzz-inputs'

import { needsCredentials } from '../src/service-model/model.ts'
import serviceErrors from '../test/service-errors.json' with { type: 'json' }
import { makeAnswer, makeOperation, makeSignIn, makeVisit, type Visit } from './fuzz/inputs.ts'
import { World } from './fuzz/world.ts'

/** Few guesses that are free stop a stranger, many let the inputs go further: both in turn. */
const FREE_FAILURES = [5, 10_000]
const INPUTS_OF_A_WORLD = 2_000

/** Where the service is silent: what it says of an unknown client elsewhere, and of too many wrong codes. */
const ALSO_SAID = new Set(['RevokeToken ResourceNotFoundException', 'RespondToAuthChallenge LimitExceededException'])

/** Said before an operation is reached. */
const TRANSPORT_ERRORS = new Set(['SerializationException', 'UnknownOperationException'])

const SECOND_USERS_SIGN_IN = JSON.stringify({
  ClientId: 'web',
  AuthFlow: 'CUSTOM_AUTH',
  AuthParameters: { USERNAME: 'davi' },
})

let worlds = 0
let world = new World(5)
let previous: World | undefined

/** What the emulator's log had of the last failure. */
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
    if (answer.status >= 500) throw new Error(`A second user was answered with ${answer.status}.`)
  },
})

/** The world before stays open until the next one, for the calls of the second user that it has begun. */
async function openWorld(): Promise<void> {
  await previous?.emulator.close()
  previous = world
  world = new World(FREE_FAILURES[(worlds += 1) % FREE_FAILURES.length] ?? 5)
  await world.signIn()
}

function operations(random: Random): Trial {
  const call = makeOperation(random, world)
  return { input: call, run: async () => judge(await world.call(call.operation, call.body), call.operation) }
}

function signIns(random: Random): Trial {
  const call = makeSignIn(random, world)
  return { input: call, run: async () => judge(await world.call(call.operation, call.body), call.operation) }
}

async function steps(random: Random): Promise<Trial> {
  const call = await makeAnswer(random, world)
  return { input: call, run: async () => judge(await world.call(call.operation, call.body), call.operation) }
}

function visits(random: Random): Trial {
  const visit = makeVisit(random)
  return {
    input: visit,
    run: async () => {
      try {
        return await judge(await world.emulator.fetch(toRequest(visit)))
      } finally {
        world.emulator.faults.clear() // what a test orders is no failure
      }
    },
  }
}

/**
 * Only what no client can help is thrown: a 5xx, a stack, a refusal in another form than the service's, or by an error that
 * the service does not list for the operation.
 *
 * @returns the status, and the exception of the service
 */
async function judge(answer: Response, operation?: string): Promise<string> {
  const text = await answer.text()
  if (answer.status >= 500) throw new Error(`Answered with ${answer.status}: ${text}`, { cause: lastFailure })
  if (/\n\s+at .+:\d+/.test(text)) throw new Error(`The answer shows a stack: ${text}`)
  if (text !== '') JSON.parse(text)
  const code = (answer.headers.get('x-amzn-errortype') ?? '').replace(':', '')
  if (operation !== undefined && code !== '' && !isListed(operation, code)) {
    throw new Error(`The service lists no ${code} for ${operation}: ${text}`)
  }
  return `${answer.status} ${code}`.trim()
}

/**
 * Whether the service lists the error for the operation, or it is one of the transport's. Whose access token outlived its
 * user hears so everywhere, although some operations list no UserNotFoundException.
 */
function isListed(operation: string, code: string): boolean {
  const listed: Record<string, string[]> = serviceErrors
  if (TRANSPORT_ERRORS.has(code) || ALSO_SAID.has(`${operation} ${code}`)) return true
  if (listed[operation]?.includes(code)) return true
  return code === 'UserNotFoundException' && !needsCredentials(operation)
}

function toRequest({ method, path, headers, body, breaksOff }: Visit): Request {
  const url = new URL(path.replace(/^\/+/, '/'), 'http://localhost')
  if (body === undefined) return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: breaksOff ? brokenOff(body) : body, duplex: 'half' } as RequestInit)
}
