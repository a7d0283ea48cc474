// Takes the place of cognito-local's own `integration-tests/aws-sdk/setup.ts`: each test gets an emulator that nobody
// has used, and its calls are bent to what the service accepts where a test is about something else. Where WORDS says so,
// refusals reach it in the words of cognito-local.

import { execFileSync } from 'node:child_process'
import { CognitoIdentityServiceProvider } from 'aws-sdk'
import { beforeEach } from 'vitest'

import { BentCalls } from './calls.ts'
import { sayAsCognitoLocal } from './words.ts'

const DESK = process.env['EMULATOR_DESK'] ?? ''
const TRANSLATES = process.env['WORDS'] === 'of-cognito-local'

type Message = { username: string; medium: string; destination: string; code: string }
type Sent = { params: Record<string, unknown> }
type Tests = (client: () => CognitoIdentityServiceProvider, inside: ReturnType<typeof readInside>) => void

/** What the tests call around themselves; some bring a clock that stands still. */
export const withCognitoSdk =
  (tests: Tests, { clock }: { clock?: { get(): Date } } = {}) =>
  () => {
    let url = ''
    let client: CognitoIdentityServiceProvider
    beforeEach(async () => {
      const time = clock ? `?nowMs=${clock.get().getTime()}` : ''
      const answer = await fetch(`${DESK}/new${time}`, { method: 'POST' })
      url = ((await answer.json()) as { url: string }).url
      client = createClient(url)
    })
    tests(
      () => client,
      readInside(() => url),
    )
  }

/** A client whose parameters are changed on their way, and whose answers are changed back. */
function createClient(url: string): CognitoIdentityServiceProvider {
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  const client = new CognitoIdentityServiceProvider({ endpoint: url, region: 'local', credentials, maxRetries: 0 })
  const bent = new BentCalls(url)
  const bend = async (sent: Sent, done: (error?: unknown) => void, operation: string) => {
    try {
      sent.params = await bent.toService(operation, sent.params)
      done()
    } catch (error) {
      done(error)
    }
  }
  client.customizeRequests((request) => {
    request.onAsync('validate', (sent, done) => void bend(sent, done, request.operation))
    request.on('extractData', (received) => {
      received.data = bent.fromService(received.data)
    })
    request.on('extractError', ({ error }) => {
      if (TRANSLATES && error) sayAsCognitoLocal(request.operation, error)
    })
  })
  return client
}

/** What the tests take out of cognito-local's database and its message queue is in the outbox here. */
function readInside(url: () => string) {
  const outbox = () => {
    const text = execFileSync('curl', ['--silent', `${url()}_emulator/outbox`], { encoding: 'utf8' })
    return JSON.parse(text) as Message[] // the tests read it without waiting
  }
  return {
    dataStoreFactory: () => ({
      create: async () => ({
        get: async (_context: unknown, [, username]: readonly string[]) => ({
          AttributeVerificationCode: outbox().findLast((message) => message.username === username)?.code,
        }),
      }),
    }),
    messageDelivery: () => ({
      get collectedMessages() {
        return outbox().map(({ medium, destination, code }) => ({
          deliveryDetails: {
            AttributeName: medium === 'SMS' ? 'phone_number' : 'email',
            DeliveryMedium: medium,
            Destination: destination,
          },
          message: { __code: code },
        }))
      },
    }),
  }
}
