import { randomBytes, randomInt } from 'node:crypto'
import { Agent, request, type IncomingMessage } from 'node:http'
import { administratorHeaders } from '@cognito-srp/testing/attacked/product-user'
import type { Program } from '@cognito-srp/testing/attacked/program'
import { callOperation } from '@cognito-srp/testing/attacked/requests'
import { pause } from '@cognito-srp/testing/attacked/witness'

import { attack } from './harness/attack.ts'

const NAMES_OF_A_KIND = 30
const QUESTIONS = 150
const RUNS = 5
/** Maximum share of names that the attack may classify correctly, as the median of five runs. */
const MOST_RIGHT = 0.6
/** Number of wrong passwords or codes that the pool checks before it locks a user. */
const JUDGED = 5
const CONNECTIONS = 10
/** Interval between two requests on a connection, so that the server handles only a few requests concurrently. */
const EVERY_MS = 24
const SRP_A = '4' // a power of g, like that of an honest client
const ASKED = { ClientId: 'web' }
const WRONG = 'Errada-456'

type Name = { username: string; isKnown: boolean; timesMs: Map<string, number[]> }
type Answer = {
  kind: string
  tookMs: number
  json: { __type?: string; message?: string; ChallengeParameters?: Record<string, string> }
}
type Ask = (operation: string, input: object) => Promise<Answer>
/**
 * Makes requests about a name and returns the responses whose times are compared. The first question about a name has
 * number 0.
 */
type Question = (ask: Ask, username: string, number: number) => Promise<Answer[]>

const once =
  (operation: string, inputOf: (name: string) => object): Question =>
  async (ask, username) => [await ask(operation, { ...ASKED, ...inputOf(username) })]

/** Operations whose response times must not reveal whether an account exists. */
const HIDING: Record<string, Question> = {
  USER_SRP_AUTH: askBySrp,
  USER_PASSWORD_AUTH: once('InitiateAuth', (USERNAME) => ({
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME, PASSWORD: WRONG },
  })),
  ForgotPassword: once('ForgotPassword', (Username) => ({ Username })),
}

/** Operations that the attack measures once and prints without a limit. */
const OTHERS: Record<string, Question> = {
  ConfirmSignUp: once('ConfirmSignUp', (Username) => ({ Username, ConfirmationCode: '000000' })),
  ConfirmForgotPassword: once('ConfirmForgotPassword', (Username) => ({
    Username,
    ConfirmationCode: '000000',
    Password: WRONG,
  })),
  ResendConfirmationCode: once('ResendConfirmationCode', (Username) => ({ Username })),
  USER_AUTH: once('InitiateAuth', (USERNAME) => ({ AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME } })),
}

/**
 * Starts an SRP sign-in. The last questions also answer the challenge with wrong proofs, which lock the name.
 */
async function askBySrp(ask: Ask, USERNAME: string, number: number): Promise<Answer[]> {
  const input = { ...ASKED, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A } }
  const asked = await ask('InitiateAuth', input)
  if (number < QUESTIONS - JUDGED) return [asked]
  const { SECRET_BLOCK } = asked.json.ChallengeParameters ?? {}
  const [weekday, day, month, year, time] = new Date().toUTCString().replace(',', '').split(' ')
  const ChallengeResponses = {
    USERNAME,
    PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
    PASSWORD_CLAIM_SIGNATURE: randomBytes(32).toString('base64'),
    TIMESTAMP: `${weekday} ${month} ${Number(day)} ${time} UTC ${year}`,
  }
  const answer = { ...ASKED, ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses }
  return [asked, await ask('RespondToAuthChallenge', answer)]
}

/**
 * Opens a keep-alive connection, and returns a function that calls an operation and measures the time until the end of
 * the response.
 */
function connect({ url }: Program): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return async (operation, input) => {
    const body = JSON.stringify(input)
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      'content-length': Buffer.byteLength(body),
    }
    const startMs = performance.now()
    const response = await new Promise<IncomingMessage>((done, fail) => {
      request(`${url}/cognito-idp/`, { agent, method: 'POST', headers }, done).on('error', fail).end(body)
    })
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk as Buffer)
    const tookMs = performance.now() - startMs
    const json = JSON.parse(Buffer.concat(chunks).toString()) as Answer['json']
    const kind = [operation, response.statusCode, json.__type, json.message].filter(Boolean).join(' ')
    return { kind, tookMs, json }
  }
}

/** Creates new names. Half of the names belong to users with a password and a verified address. */
async function makeNames(product: Program, ofAKind: number): Promise<Name[]> {
  const names = Array.from({ length: 2 * ofAKind }, (_none, index) => ({
    username: `${randomBytes(6).toString('hex')}@escola.test`,
    isKnown: index < ofAKind,
    timesMs: new Map<string, number[]>(),
  }))
  const headers = administratorHeaders(product)
  const url = `${product.url}/cognito-idp/`
  for (const { username: Username } of names.filter(({ isKnown }) => isKnown)) {
    const user = { UserPoolId: 'local_Pool1', Username }
    const UserAttributes = [
      { Name: 'email', Value: Username },
      { Name: 'email_verified', Value: 'true' },
    ]
    await callOperation(url, 'AdminCreateUser', { ...user, UserAttributes, MessageAction: 'SUPPRESS' }, headers)
    const password = { ...user, Password: 'Senha-123', Permanent: true }
    const { status, text } = await callOperation(url, 'AdminSetUserPassword', password, headers)
    if (status !== 200) throw new Error(`AdminSetUserPassword returned ${status}: ${text}`)
  }
  return names
}

/**
 * Asks all questions about each name, starting with question number `first`. The names are in random order, and the
 * connections share the work.
 */
async function askAll(asks: readonly Ask[], names: readonly Name[], question: Question, first = 0) {
  const numbers = Array.from({ length: QUESTIONS - first }, (_none, index) => first + index)
  const queue = numbers.flatMap((number) =>
    names
      .map((name) => ({ name, number, order: randomInt(2 ** 40) }))
      .toSorted((one, other) => one.order - other.order),
  )
  const work = async (ask: Ask) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const startMs = performance.now()
      for (const { kind, tookMs } of await question(ask, next.name.username, next.number)) {
        const { timesMs } = next.name
        timesMs.set(kind, [...(timesMs.get(kind) ?? []), tookMs])
      }
      await pause(Math.max(0, startMs + EVERY_MS - performance.now()))
    }
  }
  await Promise.all(asks.map(work))
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2
}

/**
 * For each kind of response, returns the share of names that are classified correctly if the slower half counts as
 * known.
 */
function classify(names: readonly Name[]): Map<string, number> {
  const kinds = [...(names[0]?.timesMs.keys() ?? [])]
  const common = kinds.filter((kind) => names.every(({ timesMs }) => (timesMs.get(kind)?.length ?? 0) >= JUDGED))
  const shares = common.map((kind): [string, number] => {
    const times = names.map(({ isKnown, timesMs }) => ({ isKnown, ms: median(timesMs.get(kind) ?? []) }))
    const limitMs = median(times.map(({ ms }) => ms))
    return [kind, times.filter(({ isKnown, ms }) => ms > limitMs === isKnown).length / names.length]
  })
  return new Map(shares)
}

type Verdict = { right: number; figure: string }

/**
 * Returns the kind of response that reveals the most. All runs together decide whether known names are the slower or
 * the faster names.
 */
async function tellApart(product: Program, question: Question, runs: number): Promise<Verdict> {
  const asks = Array.from({ length: CONNECTIONS }, () => connect(product))
  // The first responses of a process are slow, so they are not compared.
  await askAll(asks, await makeNames(product, NAMES_OF_A_KIND), question, QUESTIONS - JUDGED)
  const shares = new Map<string, number[]>()
  for (let run = 0; run < runs; run += 1) {
    const names = await makeNames(product, NAMES_OF_A_KIND)
    await askAll(asks, names, question)
    for (const [kind, share] of classify(names)) shares.set(kind, [...(shares.get(kind) ?? []), share])
  }
  const verdicts = [...shares].map(([kind, each]): Verdict => {
    const right = Math.max(median(each), 1 - median(each))
    const percents = each.map((share) => Math.round(share * 100)).join(', ')
    return { right, figure: `${Math.round(right * 100)} % (${percents}) by "${kind}"` }
  })
  return verdicts.reduce((most, verdict) => (verdict.right > most.right ? verdict : most))
}

export default attack({
  does: 'an anonymous client measures the times of 150 responses for each of 60 names to learn which have an account',
  longestMs: 30 * 60_000,
  run: async (checkout) => {
    const product = await checkout.startProduct()
    const figures: Record<string, string> = {}
    let harm = false
    for (const [name, question] of Object.entries(HIDING)) {
      const { right, figure } = await tellApart(product, question, RUNS)
      figures[name] = figure
      harm ||= right > MOST_RIGHT
    }
    for (const [name, question] of Object.entries(OTHERS)) {
      figures[`${name}, one run`] = (await tellApart(product, question, 1)).figure
    }
    return { harm, figures }
  },
})
